import type { useT } from '@/i18n'

/** The location of a device as the server describes it: a class of address, and optionally the network. */
export function placeName(t: ReturnType<typeof useT>, place: string): string {
  const [kind, ...network] = place.split(' ')
  const name =
    kind === 'public' || kind === 'private' || kind === 'loopback' ? t(`account.place.${kind}`) : kind
  return [name, ...network].filter(Boolean).join(' ')
}
