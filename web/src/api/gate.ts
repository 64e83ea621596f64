/**
 * Calls wait while a login is in progress, because they would be sent with the old identity. The
 * calls in ALWAYS do not wait. When the login ends, all waiting calls are sent.
 */

/** Calls that never wait, such as the calls of the login itself. */
const ALWAYS = [
  /^\/api\/(joint|login|anon|oalogin|open)\b/,
  /^\/api\/v5\/accountLogic\/(login|safeVerify)\//,
  /^\/api\/info\//,
  /^\/api\/getuserinfo\b/,
]

export function isOpenCall(path: string): boolean {
  return ALWAYS.some((p) => p.test(path))
}

let closed: { until: Promise<void>; open: () => void } | null = null

/** Makes calls wait until `openGate` is called. If the gate is already closed, nothing changes. */
export function closeGate(): void {
  if (closed) return
  let open = () => {}
  const until = new Promise<void>((done) => {
    open = done
  })
  closed = { until, open }
}

/** Lets all waiting calls pass. */
export function openGate(): void {
  closed?.open()
  closed = null
}

/** Resolves when the call may be sent; rejects with an AbortError if it is cancelled while it waits. */
export async function passGate(path: string, signal?: AbortSignal): Promise<void> {
  while (closed && !isOpenCall(path)) {
    const { until } = closed
    await new Promise<void>((pass, giveUp) => {
      const abort = () => giveUp(new DOMException('', 'AbortError'))
      if (signal?.aborted) return abort()
      signal?.addEventListener('abort', abort, { once: true })
      void until.then(() => {
        signal?.removeEventListener('abort', abort)
        pass()
      })
    })
  }
}
