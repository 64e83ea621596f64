import { create } from 'zustand'

/** The link that a person is about to follow; null when none is. */
export const useLeaving = create<{ url: URL | null }>()(() => ({ url: null }))

/** Shows where a link leads before it is followed; a link to ourselves opens at once. */
export function askLeave(url: URL): void {
  if (url.origin === location.origin) window.open(url.href, '_blank', 'noopener')
  else useLeaving.setState({ url })
}
