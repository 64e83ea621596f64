import { create } from 'zustand'

/** The link about to be followed; null if none. */
export const useLeaving = create<{ url: URL | null }>()(() => ({ url: null }))

/** Asks before an external link is followed. A link to this site opens immediately in a new window. */
export function askLeave(url: URL): void {
  if (url.origin === location.origin) window.open(url.href, '_blank', 'noopener')
  else useLeaving.setState({ url })
}
