import { lazy as reactLazy } from 'react'
import { isOnline } from './online'

/**
 * React's lazy for code that may be fetched over a bad connection. React never repeats a failed fetch, and one missing
 * part would replace the whole page by an error. So a failed fetch is repeated here first.
 */
export const lazy: typeof reactLazy = (load) => reactLazy(() => persistent(load))

/** Calls `load`, and again if it fails: once if the browser is online, otherwise when the browser is online again. */
export async function persistent<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    if (isOnline()) return load()
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
    return persistent(load)
  }
}
