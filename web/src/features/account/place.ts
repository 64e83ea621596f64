import type { useT } from '@/i18n'

/** Where a device is, of what the server says: a class of address, and behind it the network. */
export function placeName(t: ReturnType<typeof useT>, place: string): string {
  const [kind, ...network] = place.split(' ')
  const name =
    kind === 'public' || kind === 'private' || kind === 'loopback' ? t(`account.place.${kind}`) : kind
  return [name, ...network].filter(Boolean).join(' ')
}
