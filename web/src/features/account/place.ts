import type { useT } from '@/i18n'

/** The display text of a device's location. `place` is a class such as private, optionally followed by the network. */
export function placeName(t: ReturnType<typeof useT>, place: string): string {
  const [kind, ...network] = place.split(' ')
  const name =
    kind === 'public' || kind === 'private' || kind === 'loopback' ? t(`account.place.${kind}`) : kind
  return [name, ...network].filter(Boolean).join(' ')
}
