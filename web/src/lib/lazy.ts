import { lazy as reactLazy } from 'react'
import { isOnline } from './online'

/**
 * React's lazy for code that may be fetched over a bad connection. React keeps a failure for good, and one small part
 * that is missing would replace the whole page by an error, so a failed fetch is repeated first.
 */
export const lazy: typeof reactLazy = (load) => reactLazy(() => persistent(load))

/** Calls load again after it fails: as soon as the browser is online, or once if the browser was online. */
export async function persistent<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    if (isOnline()) return load()
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
    return persistent(load)
  }
}
