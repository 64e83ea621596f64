import { asApiError, isAbort, uploadOffset } from '@/api'
import { isOnline } from '@/lib/online'
import { genUploadInfo, status } from '../calls'
import type { DocView } from '../types'
import { put } from './put'

/** The upload fails after more than this number of consecutive attempts without progress. */
export const MAX_MISSES = 6
/** The first and the maximum delay before another attempt, in ms. */
const FIRST_WAIT = 1000
const LONGEST_WAIT = 15_000

/** Statuses after which a retry may succeed; for example, the connection failed (0) or the offset was wrong (409). */
const PASSING: readonly number[] = [0, 408, 409, 502, 503, 504]
/** Statuses for a ticket that is no longer valid. */
const GONE: readonly number[] = [403, 404, 410]

export interface TransferOptions {
  signal: AbortSignal
  /** Called with the sent fraction of the file, 0 to 1. */
  onProgress: (share: number) => void
  /** Called with true when a failed attempt will be repeated, and with false whenever bytes are sent. */
  onLost: (lost: boolean) => void
}

/**
 * Uploads a file and returns its state on the server. After a lost connection, the upload continues at the
 * server's offset. An expired ticket is replaced once, and the upload starts again with the new ticket.
 */
export async function transfer(file: File, options: TransferOptions): Promise<DocView> {
  const { signal, onProgress, onLost } = options
  let ticket = await genUploadInfo(file, signal)
  let renewed = false
  let offset = 0
  let misses = 0
  for (;;) {
    try {
      const answer = await put(ticket.uploadUrl, file, {
        from: offset,
        signal,
        onProgress: (sent) => {
          misses = 0
          onLost(false)
          onProgress(Math.min(1, sent / file.size))
        },
      })
      if (answer.complete && answer.data) return answer.data
      if (++misses > MAX_MISSES) throw new Error('the server takes no more bytes')
      if (answer.offset > offset) misses = 0
      offset = answer.offset
    } catch (err) {
      if (isAbort(err)) throw err
      const error = asApiError(err)
      if (GONE.includes(error.status) && !renewed) {
        // The ticket may be used up because the upload was completed and only its response was lost.
        const there = await arrived(ticket.resourceId, signal)
        if (there) return there
        renewed = true
        offset = 0
        ticket = await genUploadInfo(file, signal)
        continue
      }
      if (!PASSING.includes(error.status) || ++misses > MAX_MISSES) throw error
      onLost(true)
      await pause(Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (misses - 1)), signal)
      // If the request for the offset fails, the next attempt starts at the previous offset.
      offset = await uploadOffset(ticket.uploadUrl, signal).catch((e) => {
        if (isAbort(e)) throw e
        return offset
      })
    }
  }
}

/** The uploaded file; undefined if the server does not have the whole file, or if the request fails. */
async function arrived(id: string, signal: AbortSignal): Promise<DocView | undefined> {
  try {
    return (await status([id], signal)).find((doc) => doc.id === id)
  } catch (err) {
    if (isAbort(err)) throw err
    return undefined
  }
}

/**
 * Waits for `ms`. If the page is then offline, waits until the network is back. The online event ends the wait early.
 */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const end = () => {
      clearTimeout(timer)
      globalThis.removeEventListener('online', done)
      signal.removeEventListener('abort', stop)
    }
    const done = () => {
      end()
      resolve()
    }
    const stop = () => {
      end()
      reject(signal.reason)
    }
    const timer = setTimeout(() => isOnline() && done(), ms)
    globalThis.addEventListener('online', done)
    signal.addEventListener('abort', stop)
  })
}
