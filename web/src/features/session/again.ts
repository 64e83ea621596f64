import { useSession } from './store'

const KEY = 'wenqu.again'

/**
 * Called when the page is closed before the server has accepted its question. A login at a provider closes
 * the page, too. If the login dialog is open, stores `path`: the page at `path` asks the question again after
 * the login.
 */
export function noteUnasked(path: string): void {
  if (useSession.getState().asking?.what !== 'login') return
  try {
    sessionStorage.setItem(KEY, path)
  } catch {
    // The text is kept as a draft, which the user can send.
  }
}

/** The path of the page with a pending question, or null. */
export function unasked(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Clears the pending question when it is asked or discarded. */
export function forgetUnasked(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Storage is not available, so nothing is pending.
  }
}
