/** The message from a login window to the page that opened the window. */
export const loginMessage = { type: 'wenqu-login', ok: true } as const

/** A page that opens /third-party/login in a window must give the window this name. */
const LOGIN_WINDOW = 'wenqu-login'

/** Tells the opener of this window that the login succeeded. Returns false if this is not a login window. */
export function tellOpener(): boolean {
  if (window.name !== LOGIN_WINDOW || !window.opener) return false
  ;(window.opener as Window).postMessage(loginMessage, location.origin)
  return true
}
