import { create } from 'zustand'

interface Pwa {
  /** Whether a newer version is loaded and can be activated by the user. */
  waiting: boolean
  /** Activates the newer version and reloads the page. */
  update: () => void
}

export const usePwa = create<Pwa>()(() => ({ waiting: false, update: () => location.reload() }))

/** Registers the service worker in a production build. Only the user activates an update. */
export async function registerPwa(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { registerSW } = await import('virtual:pwa-register')
  const update = registerSW({
    onNeedRefresh: () => usePwa.setState({ waiting: true, update: () => void update(true) }),
  })
}
