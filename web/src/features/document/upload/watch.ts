import { pending, status } from '../calls'
import type { DocView } from '../types'

/**
 * Polling intervals in ms: the first and the longest. While nothing changes, each interval is SLOWER times
 * the previous interval.
 */
export const FIRST_LOOK = 1000
export const LONGEST_LOOK = 10_000
const SLOWER = 1.5

/** Called after the first poll of the file and on every change; null: the file was deleted. */
type Listener = (doc: DocView | null) => void

const watched = new Map<string, Set<Listener>>()
/** The last known state of each file, to detect changes. */
const last = new Map<string, string>()
let timer: ReturnType<typeof setTimeout> | undefined
let wait = FIRST_LOOK
let looking = false

/**
 * Follows a file until it is parsed, stored, failed or deleted. All files are polled together. Polling slows down while
 * nothing changes, and pauses while the page is hidden. Returns a function that stops following.
 */
export function watch(id: string, listener: Listener): () => void {
  const all = watched.get(id) ?? new Set()
  all.add(listener)
  watched.set(id, all)
  wait = FIRST_LOOK
  schedule()
  return () => {
    all.delete(listener)
    if (all.size === 0) forget(id)
  }
}

function forget(id: string): void {
  watched.delete(id)
  last.delete(id)
  if (watched.size === 0) {
    clearTimeout(timer)
    timer = undefined
  }
}

function schedule(): void {
  clearTimeout(timer)
  timer = undefined
  if (watched.size === 0 || document.hidden) return
  timer = setTimeout(look, wait)
}

async function look(): Promise<void> {
  if (looking) return
  looking = true
  const ids = [...watched.keys()]
  try {
    const docs = new Map((await status(ids)).map((doc) => [doc.id, doc]))
    let news = false
    for (const id of ids) news = tell(id, docs.get(id) ?? null) || news
    wait = news ? FIRST_LOOK : Math.min(LONGEST_LOOK, wait * SLOWER)
  } catch {
    // After a failed request, polling continues, because the next request may succeed.
    wait = Math.min(LONGEST_LOOK, wait * SLOWER)
  } finally {
    looking = false
    schedule()
  }
}

function tell(id: string, doc: DocView | null): boolean {
  const key = doc ? `${doc.status} ${doc.progress} ${doc.errorCode}` : ''
  const news = last.get(id) !== key
  last.set(id, key)
  const listeners = [...(watched.get(id) ?? [])]
  if (!doc || !pending(doc.status)) forget(id)
  if (news) for (const listener of listeners) listener(doc)
  return news
}

globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.hidden) return schedule()
  wait = FIRST_LOOK
  clearTimeout(timer)
  if (watched.size > 0) void look()
})
