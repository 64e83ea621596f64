import { useSyncExternalStore } from 'react'

/** Whether the browser reports a network connection. */
export function isOnline(): boolean {
  return navigator.onLine !== false
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** isOnline for components. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, () => true)
}
