import { useSession } from './store'

const KEY = 'wenqu.again'

/**
 * A login at a provider leaves the page and loses the pending question. This stores the page on
 * which the question has to be asked again; it is cleared if the page is left for another reason.
 */
export function noteUnasked(path: string): void {
  if (useSession.getState().asking?.what !== 'login') return
  try {
    sessionStorage.setItem(KEY, path)
  } catch {
    // The text is kept as a draft, which the user can send.
  }
}

/** The page with a pending question, or null. */
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
