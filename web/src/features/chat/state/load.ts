import { type ApiError, asApiError, isAbort } from '@/api'
import { setRunning } from '@/features/conversation'
import { getDetail, streams } from './calls'
import type { Page } from './history'
import { loadReader } from './load-reader'
import type { Conversation } from './model'
import { Pacer } from './pace'
import { change, changeTurn, chatOf, ensureChat } from './store'
import { type Message, type Numbered, newMessage, reduce } from './types'

/** Messages per page of history; questions and answers both count. */
export const PAGE_SIZE = 50

/** For each conversation whose answer is being read: the controller that aborts the reading. */
const readers = new Map<string, AbortController>()

/**
 * What happened to a conversation. `gone`: it does not exist on the server, because its first question was refused,
 * or because it was deleted in the meantime. It is then removed from the list.
 */
type News = 'asked' | 'ended' | 'gone'
/** Called on events of conversations; for example, to update the list of conversations. */
type Listener = (cid: string, what: News) => void
const listeners = new Set<Listener>()

export function onNews(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reports an event of a conversation to all listeners. */
export function tell(cid: string, what: News): void {
  setRunning(cid, what === 'asked')
  for (const listener of listeners) listener(cid, what)
}

export interface ReadOptions {
  /** Starts the answer. If undefined, the answer is already running, and the page only attaches to it. */
  first?: (signal: AbortSignal) => Promise<Response>
  /** Called when the server has accepted the request, and again after each reconnection. */
  onTaken?: () => void
}

/** Reads an answer into the store until it ends. */
export async function read(cid: string, key: string, { first, onTaken }: ReadOptions): Promise<void> {
  readers.get(cid)?.abort()
  const controller = new AbortController()
  readers.set(cid, controller)
  change(cid, { activity: { turnKey: key, link: 'connecting', stopping: false } })
  let message: Message | null = null
  let queue: Numbered[] = []
  let gone = false
  const pacer = new Pacer(() => {
    const frames = queue
    queue = []
    message ??= newMessage()
    for (const { event } of frames) message = event.type === 'reset' ? newMessage() : reduce(message, event)
    show(cid, key, message)
  })
  try {
    const { follow } = await loadReader()
    const outcome = await follow({
      attach: !first,
      signal: controller.signal,
      open: (from, signal) => (from === null ? first!(signal) : streams.attach(cid, from, signal)),
      onResponse: (res) => {
        adopt(cid, key, res.headers.get('x-answer-msgid'))
        onTaken?.()
      },
      onFrames: (frames) => {
        queue.push(...frames)
        pacer.touch()
      },
      onLink: (link) => change(cid, (c) => (c.activity ? { activity: { ...c.activity, link } } : {})),
    })
    pacer.flush()
    if (outcome === 'none') gone = true
  } catch (err) {
    pacer.flush()
    // After an abort, the message on this page is not changed; the server continues the answer.
    if (!isAbort(err) && message) interrupt(cid, key, message, asApiError(err))
    throw err
  } finally {
    if (readers.get(cid) === controller) {
      readers.delete(cid)
      change(cid, { activity: null })
      tell(cid, 'ended')
    }
  }
  if (gone) await reload(cid)
}

/** Maximum number of answers followed in the background; browsers allow six connections per host. */
const MAX_UNSEEN = 3

/**
 * Called when the user leaves the page of a conversation. Its answer is followed in the background. If more
 * than MAX_UNSEEN answers are being followed, the page stops following this answer.
 */
export function leave(cid: string): void {
  if (readers.size > MAX_UNSEEN) readers.get(cid)?.abort()
}

function interrupt(cid: string, key: string, message: Message, error: ApiError): void {
  show(cid, key, {
    ...message,
    state: 'interrupt',
    status: '',
    errorCode: error.code,
    errorMsg: error.message,
  })
}

function show(cid: string, key: string, message: Message): void {
  changeTurn(cid, key, (turn) => ({
    ...turn,
    question: message.hidePair ? { ...turn.question, hidden: true } : turn.question,
    answer: {
      ...turn.answer,
      versions: turn.answer.versions.map((v, i) =>
        i === turn.answer.selected
          ? // Another tab may have made a version unknown to this page.
            { ...v, repeatIndex: message.meta?.repeatIndex ?? v.repeatIndex, message }
          : v,
      ),
    },
  }))
}

/** Replaces the provisional indexes of a turn by the indexes from the server's `msgId`. */
function adopt(cid: string, key: string, msgId: string | null): void {
  const index = Number(msgId?.slice(msgId.lastIndexOf('_') + 1))
  if (!Number.isInteger(index) || index < 2) return
  changeTurn(cid, key, (turn) => {
    if (turn.answer.index === index) return turn
    const siblings = turn.question.siblings.map((s) => (s === turn.question.index ? index - 1 : s))
    return {
      ...turn,
      question: { ...turn.question, index: index - 1, siblings },
      answer: { ...turn.answer, index },
    }
  })
}

/**
 * Loads a conversation and attaches to its running answer, if there is one. Does nothing if an answer of the
 * conversation is already being followed.
 */
export async function load(cid: string, agentId: string): Promise<void> {
  const c = ensureChat(cid, agentId, 'loading')
  if (c.activity || readers.has(cid)) return
  if (c.phase !== 'ready') change(cid, { phase: 'loading', error: null })
  await reload(cid)
}

/**
 * Reloads the newest page and attaches to a running answer. Older loaded turns stay, and reloaded turns keep
 * their keys. If newer turns were not loaded, or another branch is shown now, the newest page replaces all turns
 * instead. If an answer of the conversation is already being followed, the turns stay as they are.
 */
export async function reload(cid: string): Promise<void> {
  const c = chatOf(cid)
  if (!c) return
  try {
    const [{ foldDetail }, detail] = await Promise.all([
      loadReader(),
      getDetail(cid, c.agentId, 0, PAGE_SIZE),
    ])
    const page = foldDetail(detail)
    if (readers.has(cid)) return
    change(cid, (now) => ({ ...page.head, phase: 'ready', error: null, ...merge(now, page) }))
    const last = page.turns.at(-1)
    if (last && page.running) attach(cid, last.key)
  } catch (err) {
    if (isAbort(err)) return
    const error = asApiError(err)
    if (error.status === 404) change(cid, { phase: chatOf(cid)?.turns.length ? 'ready' : 'missing', error })
    else change(cid, (now) => (now.phase === 'ready' ? {} : { phase: 'failed', error }))
  }
}

/**
 * The turns in `now` that are older than the newest page, then the turns of the page. Known turns keep their keys. If
 * no turn of the page is known, the older turns may be of another branch, and only the page's turns stay.
 */
function merge(now: Conversation, { head, turns }: Page): Pick<Conversation, 'turns' | 'hasMore'> {
  const keyOf = new Map(now.turns.map((turn) => [turn.question.index, turn.key]))
  const known = turns.some((turn) => keyOf.has(turn.question.index))
  for (const turn of turns) turn.key = keyOf.get(turn.question.index) ?? turn.key
  const first = turns[0]?.question.index ?? 0
  const older = known && !now.hasNewer ? now.turns.filter((turn) => turn.question.index < first) : []
  return { turns: [...older, ...turns], hasMore: older.length ? now.hasMore : head.hasMore }
}

/** Follows a running answer. */
export function attach(cid: string, key: string): void {
  void read(cid, key, {}).catch(() => {})
}

/** Checks again whether an answer is running, for example when the tab becomes visible. */
export async function recheck(cid: string): Promise<void> {
  const c = chatOf(cid)
  if (c?.phase === 'ready' && !c.hasNewer && !c.activity && !readers.has(cid)) await reload(cid)
}

/** Loads the page of turns before the oldest loaded turn. */
export async function loadMore(cid: string): Promise<void> {
  const c = chatOf(cid)
  const oldest = c?.turns[0]
  if (!c || !oldest || !c.hasMore || c.loadingMore) return
  change(cid, { loadingMore: true })
  try {
    const { foldDetail } = await loadReader()
    const page = foldDetail(await getDetail(cid, c.agentId, oldest.question.index, PAGE_SIZE))
    change(cid, (now) => ({
      loadingMore: false,
      hasMore: page.head.hasMore && page.turns.length > 0,
      turns: now.turns[0]?.key === oldest.key ? [...page.turns, ...now.turns] : now.turns,
    }))
  } catch {
    change(cid, { loadingMore: false })
  }
}
