import { useSession } from './store'

const KEY = 'wenqu.again'

/**
 * A login that leads away from the page ends the page, and with it the question
 * that waits for the login. Its page notes here where it is to be asked again;
 * nothing is noted when the page goes away for another reason.
 */
export function noteUnasked(path: string): void {
  if (useSession.getState().asking?.what !== 'login') return
  try {
    sessionStorage.setItem(KEY, path)
  } catch {
    // The text is a draft; it is sent by hand then.
  }
}

/** Where a question waits to be asked again, or null. */
export function unasked(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Says that the question is being asked, or will not be. */
export function forgetUnasked(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // There is none, then.
  }
}
