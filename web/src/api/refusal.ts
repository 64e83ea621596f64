import type { ApiError } from './errors'
import { isOpenCall } from './gate'

/**
 * What the page does when the server no longer knows the person (401) or
 * refuses the call (403). The app says how;
 * the rules of when are here.
 */
export interface Reactions {
  /** Asks for a login, once, however many calls fail meanwhile. Resolves when it is over: true when somebody is logged in. */
  login: () => Promise<boolean>
  /** Lets the person prove once more who they are. Resolves true when they did. */
  prove: () => Promise<boolean>
  /** Goes to the page that sets a second factor up: nothing else is open before. */
  secure: () => void
  /** Goes to the default chat page and says 访问异常. */
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

/** What a host page is told, by the codes that host pages know. */
export const hostMessage = { type: 'user-status-error', code: 401, message: '用户未登录' } as const

const isFramed = () => window.parent !== window

/** The origin that embeds this page; the message holds no secret, but is nobody else's business. */
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
 * Refusals that are told where they happen, for moving away would not help: a call from another site, which no page
 * of ours sends, the limits of minor mode, which end by themselves, and what a role in a project or its archive does
 * not allow: both may change while a page of the project is open.
 */
const TOLD_HERE = new Set(['20008', '20086', '20087', '20140', '20141'])

/** The server's code for a call that needs a fresh proof of who asks. */
const PROOF = '6009'

/** The server's code for an administrator who must set a second factor up first. */
const FACTOR_DUE = '23030'

/**
 * Looks at a failed call before its caller does. True means that somebody has
 * logged in and the call may go out again: it was refused, so nothing of it was
 * done. Else the error goes to the caller, marked as told where the person
 * already hears of it, so that five calls that fail at once are one message.
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
