import type { ApiError } from './errors'
import { isOpenCall } from './gate'

/**
 * The reactions of the page when the server refuses a call, for example because the user is not logged in. The app
 * provides the reactions; `settle` calls them.
 */
export interface Reactions {
  /**
   * Asks for a login. Resolves when the dialog is closed: true if the user logged in. Until then, `settle` does not
   * call `login` again.
   */
  login: () => Promise<boolean>
  /** Asks the user to prove their identity again. Resolves to true if the user succeeded. */
  prove: () => Promise<boolean>
  /** Opens the page for setting up a second factor, which the server requires of this user. */
  secure: () => void
  /** Opens the home page and shows the message, such as 访问异常. */
  forbidden: (message: string) => void
}

const none: Reactions = {
  login: async () => false,
  prove: async () => false,
  secure: () => {},
  forbidden: () => {},
}
let reactions = none
let asking: Promise<boolean> | null = null

export function onRefusal(r: Partial<Reactions>): void {
  reactions = { ...none, ...r }
}

/** The message to the host page about a call that needs a login. Host pages expect these values. */
export const hostMessage = { type: 'user-status-error', code: 401, message: '用户未登录' } as const

const isFramed = () => window.parent !== window

/**
 * The origin of the page that embeds this page; if that origin is unknown, the origin of this page. No other origin
 * receives hostMessage.
 */
function hostOrigin(): string {
  const ancestor = location.ancestorOrigins?.[0]
  if (ancestor) return ancestor
  try {
    return new URL(document.referrer).origin
  } catch {
    return location.origin
  }
}

/**
 * Codes of refusals that are shown at the place of the call and do not change the page. 20008: a call from another
 * site; our pages never send such a call. 20086 and 20087: the limits of minor mode, which end at a certain time.
 * 20140 and 20141: the user's role in a project, or the archiving of the project, forbids the call; both may change
 * while the project is open.
 */
const TOLD_HERE = new Set(['20008', '20086', '20087', '20140', '20141'])

/** The server's code for a call that needs a new proof of identity. */
const PROOF = '6009'

/** The server's code for an administrator who must first set up a second factor. */
const FACTOR_DUE = '23030'

/**
 * Reacts to a failed call before its caller handles the error. Returns true if the user has logged in or proved their
 * identity; the caller may then repeat the call, because a refused call has no effect. Otherwise the result is false,
 * and the caller throws the error. If the login dialog is already open for another call, the error is marked as told,
 * so that calls that fail together show one message. It is also marked if the page of the second factor opens.
 */
export async function settle(path: string, err: ApiError, quiet = false): Promise<boolean> {
  if (quiet || isOpenCall(path)) return false
  if (err.status === 401) {
    if (isFramed()) {
      window.parent.postMessage(hostMessage, hostOrigin())
      return false
    }
    if (asking) err.asTold()
    asking ??= reactions.login().finally(() => {
      asking = null
    })
    return asking
  }
  if (err.code === PROOF) return reactions.prove()
  if (err.code === FACTOR_DUE && !isFramed()) {
    err.asTold()
    reactions.secure()
    return false
  }
  if (err.status === 403 && !isFramed() && !TOLD_HERE.has(err.code)) reactions.forbidden(err.message)
  return false
}
