import { ApiError, isAbort } from '@/api'
import { isOnline } from '@/lib/online'
import { Decoder, type Numbered, type StreamEvent } from './types'

/** Maximum number of consecutive retries without a new frame. */
export const MAX_TRIES = 8
/** How often a question without a response is sent again. After that, its text is restored in the composer. */
export const MAX_ASKS = 3
/** Silence after which a connection counts as dead, in ms; the server sends at least a comment line every 15 s. */
export const MAX_SILENCE = 100_000

export type Link = 'connecting' | 'open' | 'reconnecting'

export interface FollowOptions {
  /** Opens the stream after frame `from`; if `from` is null, starts the answer, for example by asking. */
  open: (from: number | null, signal: AbortSignal) => Promise<Response>
  onResponse?: (res: Response) => void
  onFrames: (frames: Numbered[]) => void
  onLink?: (link: Link) => void
  signal: AbortSignal
  /** Whether to attach to a running answer instead of starting one. */
  attach?: boolean
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** The result: the answer has ended, or there is no answer to follow. */
export type Outcome = 'ended' | 'none'

/**
 * Follows one answer to its end across dropped connections. Every frame with a number is delivered exactly once and
 * in order. The function throws if the server refuses or is unreachable for long, and if the signal aborts.
 */
export async function follow(options: FollowOptions): Promise<Outcome> {
  const { signal, onFrames, onLink, wait = sleep } = options
  let last = 0
  let asked = options.attach === true
  let tries = 0
  for (;;) {
    signal.throwIfAborted()
    onLink?.(tries === 0 ? 'connecting' : 'reconnecting')
    const before = last
    try {
      const res = await options.open(asked ? last : null, signal)
      if (res.status === 204) return 'none'
      options.onResponse?.(res)
      asked = true
      onLink?.('open')
      for await (const batch of batches(res, signal)) {
        const read = inOrder(batch, last)
        last = read.last
        if (read.frames.length) onFrames(read.frames)
        if (read.frames.some((f) => isEnd(f.event))) return 'ended'
        if (read.gap) break
      }
    } catch (err) {
      if (signal.aborted || !isPassing(err)) throw err
      if (last > before) tries = 0
      if (tries >= (asked ? MAX_TRIES : MAX_ASKS)) throw err
      tries++
      await wait(delay(tries, err), signal)
      continue
    }
    tries = last > before ? 1 : tries + 1
    if (tries > MAX_TRIES) throw new ApiError('80001', '', 0)
    await wait(delay(tries), signal)
  }
}

/**
 * The frames after number `last`, and the frames without a number. Duplicates are dropped. A gap ends the
 * reading. A reset starts the numbers again.
 */
export function inOrder(batch: Numbered[], last: number): { frames: Numbered[]; last: number; gap: boolean } {
  const frames: Numbered[] = []
  for (const frame of batch) {
    if (frame.event.type === 'reset') {
      last = 0
      frames.push(frame)
    } else if (frame.n === 0) {
      frames.push(frame)
    } else if (frame.n === last + 1) {
      last = frame.n
      frames.push(frame)
    } else if (frame.n > last + 1) {
      return { frames, last, gap: true }
    }
  }
  return { frames, last, gap: false }
}

export function isEnd(event: StreamEvent): boolean {
  return event.type === 'done' || event.type === 'sensitive' || event.type === 'error'
}

/** Whether a retry may succeed: the connection failed or was cut, or a proxy could not reach the server (502, 504). */
function isPassing(err: unknown): boolean {
  if (err instanceof ApiError) return err.isNetwork || err.status === 502 || err.status === 504
  return isAbort(err) || err instanceof TypeError
}

function delay(tries: number, err?: unknown): number {
  const asked = err instanceof ApiError ? (err.retryAfter ?? 0) * 1000 : 0
  const backoff = tries <= 1 ? 250 : Math.min(8000, 250 * 2 ** (tries - 1))
  return Math.max(asked, backoff)
}

async function* batches(res: Response, signal: AbortSignal): AsyncGenerator<Numbered[]> {
  if (!res.body) return
  const reader = res.body.getReader()
  const decoder = new Decoder()
  const silence = watch(() => void reader.cancel().catch(() => {}))
  try {
    for (;;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) break
      silence.heard()
      yield decoder.write(value)
    }
    yield decoder.close()
  } finally {
    silence.stop()
    void reader.cancel().catch(() => {})
  }
}

/**
 * Calls `dead` in three cases: the silence lasts longer than MAX_SILENCE; the network is back; the tab
 * becomes visible after a silence of more than 15 s.
 */
function watch(dead: () => void) {
  let heard = Date.now()
  const check = () => {
    const limit = document.hidden ? MAX_SILENCE : 15_000
    if (Date.now() - heard > limit) dead()
  }
  const timer = setInterval(() => Date.now() - heard > MAX_SILENCE && dead(), 5000)
  const online = () => dead()
  document.addEventListener('visibilitychange', check)
  window.addEventListener('online', online)
  return {
    heard: () => {
      heard = Date.now()
    },
    stop: () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
      window.removeEventListener('online', online)
    },
  }
}

/**
 * Waits for `ms`. If the page is then offline, waits until the network is back. The online event ends the wait early.
 */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', aborted)
      resolve()
    }
    const aborted = () => {
      done()
      reject(signal.reason)
    }
    const timer = setTimeout(() => isOnline() && done(), ms)
    window.addEventListener('online', done)
    signal.addEventListener('abort', aborted)
  })
}
