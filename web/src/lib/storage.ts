/** localStorage that never throws: if it is blocked, a read returns null; if it is blocked or full, a write is lost. */
export const storage = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(PREFIX + key)
    } catch {
      return null
    }
  },
  /** Returns whether the value was stored. */
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
      // If storage is not available, there is nothing to remove.
    }
  },
  /** Removes every key that begins with `start`. */
  removeAll(start: string): void {
    try {
      for (const key of Object.keys(localStorage))
        if (key.startsWith(PREFIX + start)) localStorage.removeItem(key)
    } catch {
      // If storage is not available, there is nothing to remove.
    }
  },
}

const PREFIX = 'wenqu.'

/** Calls `changed` when another tab changes the key or clears the storage; returns a function that unsubscribes. */
export function onStorage(key: string, changed: () => void): () => void {
  const listen = (e: StorageEvent) => {
    if (e.key === PREFIX + key || e.key === null) changed()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
