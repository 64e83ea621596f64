/** What a login window tells the page that opened it. */
export const loginMessage = { type: 'wenqu-login', ok: true } as const

const LOGIN_WINDOW = 'wenqu-login'

/** Tells the page that opened this window that somebody has logged in; false when this is no such window. */
export function tellOpener(): boolean {
  if (window.name !== LOGIN_WINDOW || !window.opener) return false
  ;(window.opener as Window).postMessage(loginMessage, location.origin)
  return true
}

/**
 * Opens the login in a window of its own, for pages inside another site's frame.
 * Resolves true when it says that somebody has logged in, false when it is
 * closed, and null when the browser does not let it open. Only a message of our
 * own origin and of that very window counts.
 */
export function loginInWindow(address = '/third-party/login'): Promise<boolean | null> {
  const opened = window.open(address, LOGIN_WINDOW, 'popup,width=480,height=680')
  if (!opened) return Promise.resolve(null)
  return new Promise((done) => {
    const end = (ok: boolean) => {
      window.removeEventListener('message', hear)
      clearInterval(watch)
      done(ok)
    }
    const hear = (e: MessageEvent<Partial<typeof loginMessage> | null>) => {
      if (e.origin !== location.origin || e.source !== opened || e.data?.type !== loginMessage.type) return
      end(true)
    }
    const watch = setInterval(() => opened.closed && end(false), 500)
    window.addEventListener('message', hear)
  })
}
