/**
 * localStorage that never throws: with blocked cookies or a full disk a read
 * gives null and a write is lost, and the page goes on.
 */
export const storage = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(PREFIX + key)
    } catch {
      return null
    }
  },
  /** Reports whether the value was really kept. */
  set(key: string, value: string): boolean {
    try {
      localStorage.setItem(PREFIX + key, value)
      return true
    } catch {
      return false
    }
  },
  remove(key: string): void {
    try {
      localStorage.removeItem(PREFIX + key)
    } catch {
      // Nothing to remove where nothing can be kept.
    }
  },
}

const PREFIX = 'wenqu.'

/** Calls back when another tab changes key; returns the unsubscriber. */
export function onStorage(key: string, changed: () => void): () => void {
  const listen = (e: StorageEvent) => {
    if (e.key === PREFIX + key || e.key === null) changed()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
