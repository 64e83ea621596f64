import { create } from 'zustand'

interface Pwa {
  /** A newer version is loaded and waits for the person. */
  waiting: boolean
  /** Takes the newer version; the page loads again. */
  update: () => void
}

export const usePwa = create<Pwa>()(() => ({ waiting: false, update: () => location.reload() }))

/** Registers the service worker once the page is at rest; it never updates by itself. */
export async function registerPwa(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { registerSW } = await import('virtual:pwa-register')
  const update = registerSW({
    onNeedRefresh: () => usePwa.setState({ waiting: true, update: () => void update(true) }),
  })
}
