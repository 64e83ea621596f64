import type { ApiError } from './errors'
import { isOpenCall } from './gate'

/**
 * What the page does when the server no longer knows the person (401) or
 * refuses the call (403), by the specification's point 8. The app says how;
 * the rules of when are here.
 */
export interface Reactions {
  /** Asks for a login; called once, however many calls fail meanwhile. Resolves when it is over, either way. */
  login: () => Promise<void>
  /** Goes to the default chat page and says 访问异常. */
  forbidden: (message: string) => void
}

const none: Reactions = { login: async () => {}, forbidden: () => {} }
let reactions = none
let asking: Promise<void> | null = null

export function onRefusal(r: Partial<Reactions>): void {
  reactions = { ...none, ...r }
}

/** What a host page is told (host-page message codes of the specification). */
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
 * Looks at a failed call before its caller does. The error comes back, marked as
 * told when the person already hears of it in another way, so that five calls
 * that fail at once are one message.
 */
export function refuse(path: string, err: ApiError, quiet = false): ApiError {
  if (quiet || isOpenCall(path)) return err
  if (err.status === 401) {
    if (isFramed()) {
      window.parent.postMessage(hostMessage, hostOrigin())
      return err
    }
    const first = asking === null
    asking ??= reactions.login().finally(() => {
      asking = null
    })
    return first ? err : err.asTold()
  }
  if (err.status === 403 && !isFramed() && err.code !== FORBIDDEN_ORIGIN) reactions.forbidden(err.message)
  return err
}

/** The server's code for a call from another site: no page of ours sends it, and moving away would not help. */
const FORBIDDEN_ORIGIN = '20008'
