/** The message that a login window posts to the page that opened it. */
export const loginMessage = { type: 'wenqu-login', ok: true } as const

/** The name that a page must give to the window in which it opens /third-party/login. */
const LOGIN_WINDOW = 'wenqu-login'

/**
 * Notifies the page that opened this window that the login succeeded; false if this is not a login window.
 */
export function tellOpener(): boolean {
  if (window.name !== LOGIN_WINDOW || !window.opener) return false
  ;(window.opener as Window).postMessage(loginMessage, location.origin)
  return true
}
