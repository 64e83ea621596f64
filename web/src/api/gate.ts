/**
 * The queue of calls: while a login is under way, calls
 * wait, because they would go out as the wrong person; all but those that a
 * login itself needs. When it is over, all that waited go out.
 */

/** What may always be called: login, the configuration, and who is asking. */
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

/** Makes calls wait until `openGate`; a second call changes nothing. */
export function closeGate(): void {
  if (closed) return
  let open = () => {}
  const until = new Promise<void>((done) => {
    open = done
  })
  closed = { until, open }
}

/** Lets all that wait go out. */
export function openGate(): void {
  closed?.open()
  closed = null
}

/** Resolves when the call may go out; rejects with an AbortError when it is given up before. */
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
