/** What a login window tells the page that opened it. */
export const loginMessage = { type: 'wenqu-login', ok: true } as const

/** The name that a page gives the window in which it opens /third-party/login. */
const LOGIN_WINDOW = 'wenqu-login'

/** Tells the page that opened this window that somebody has logged in; false when this is no such window. */
export function tellOpener(): boolean {
  if (window.name !== LOGIN_WINDOW || !window.opener) return false
  ;(window.opener as Window).postMessage(loginMessage, location.origin)
  return true
}
