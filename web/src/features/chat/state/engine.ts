import { type ApiError, asApiError, isAbort, LocalCode } from '@/api'
import { setRunning } from '@/features/conversation'
import { randomId } from '@/lib/random'
import { getDetail, stopChat, streams } from './calls'
import { drafts } from './draft'
import { endedAs } from './ending'
import type { Page } from './history'
import { loadReader } from './load-reader'
import { type AskedFile, type Conversation, shown, type Turn, type Version } from './model'
import { Pacer } from './pace'
import { isGone } from './start-over'
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

function tell(cid: string, what: News): void {
  setRunning(cid, what === 'asked')
  for (const listener of listeners) listener(cid, what)
}

export interface AskOptions {
  cid: string
  agentId: string
  text: string
  /** Shown in place of `text`. */
  shown?: string
  /** The attached files; a question with files may have an empty text. */
  files?: readonly AskedFile[]
  /** The draft to empty. If the request fails, `text` is put at the beginning of this draft. */
  draftId: string
  /** Whether to leave the draft as it is, because `text` was not written in it. */
  keepDraft?: boolean
  /** The fields of the chosen model and modes. */
  fields: Record<string, unknown>
  /** The index of the edited question; the new question takes its place. */
  editOf?: number
  /**
   * How the question was chosen. `card`: it is one of the operator's questions. `hintOf`: it is a follow-up question
   * of the answer with this trace id.
   */
  origin?: { card?: boolean; hintOf?: string }
}

/**
 * Per conversation, the question that failed with a network error. If the question is sent again, it keeps
 * its `id`, so that the server does not answer it twice.
 */
const unsure = new Map<string, { asked: string; id: string }>()

/** A key of a question with its files; equal keys mean equal questions. */
function signOf({ text, files = [] }: AskOptions): string {
  return JSON.stringify([text, ...files.map((file) => file.id)])
}

/**
 * Asks a question. It is shown immediately, and its answer follows. Resolves to false if the server refused the
 * question or could not be reached, or if another answer is running.
 */
export function ask(options: AskOptions): Promise<boolean> {
  const { cid, agentId, text, files = [], editOf } = options
  const c = ensureChat(cid, agentId, 'new')
  if (c.activity) return Promise.resolve(false)
  const lost = unsure.get(cid)
  const requestId = lost?.asked === signOf(options) ? lost.id : randomId(24)
  const turn = provisional(c, { text: options.shown ?? text, files }, requestId, editOf)
  // If newer turns are not loaded, the question cannot be appended to the loaded turns. It then stands alone.
  // The turns before it can be loaded as soon as its real index is known.
  const alone = c.hasNewer && editOf === undefined
  const last = c.turns.at(-1)?.answer.index
  const kept = alone ? [] : c.turns.filter((o) => editOf === undefined || o.question.index < editOf)
  change(cid, {
    phase: 'ready',
    refusal: null,
    turns: [...kept, turn],
    hasNewer: false,
    hasMore: c.hasMore && !alone,
  })
  if (!options.keepDraft) drafts.set(options.draftId, '')
  const body = {
    model: 'gpt_175B_0404',
    version: 'v2',
    plugin: 'Adaptive',
    prompt: text,
    displayPrompt: options.shown ?? text,
    displayPromptType: 1,
    agentId,
    conversationId: cid,
    isTemporary: c.temporary,
    ...(files.length ? { multimedia: files } : {}),
    offsetOfHour: offsetOfHour(),
    supportHint: 1,
    traceId: requestId,
    ...(editOf !== undefined ? { editIndex: editOf } : last && !alone ? { afterIndex: last } : {}),
    ...(options.origin?.card ? { reportExtParams: { isHotRecommand: true } } : {}),
    ...(options.origin?.hintOf ? { hintPromptTraceId: options.origin.hintOf } : {}),
    ...options.fields,
  }
  tell(cid, 'asked')
  return new Promise((resolve) => {
    let taken = false
    read(cid, turn.key, {
      first: (signal) => streams.ask(cid, body, requestId, signal),
      onTaken: () => {
        if (alone && !taken) change(cid, { hasMore: true })
        taken = true
        unsure.delete(cid)
        resolve(true)
      },
    }).catch((err) => {
      if (taken || isAbort(err)) return resolve(true)
      const error = asApiError(err)
      if (error.isNetwork) unsure.set(cid, { asked: signOf(options), id: requestId })
      refuse(options, c, turn, error)
      resolve(false)
    })
  })
}

/**
 * Removes a question after its request failed, and restores its text in the composer. `before` is the
 * conversation before the question. Turns replaced by the question come back.
 */
function refuse(options: AskOptions, before: Conversation, turn: Turn, error: ApiError): void {
  const { cid, draftId, text } = options
  const typed = drafts.get(draftId)
  drafts.set(draftId, [text, typed].filter(Boolean).join('\n'))
  drafts.write()
  change(cid, (c) => ({
    ...(options.editOf !== undefined || before.hasNewer
      ? { turns: before.turns, hasMore: before.hasMore, hasNewer: before.hasNewer }
      : { turns: c.turns.filter((o) => o.key !== turn.key) }),
    activity: null,
    phase: before.turns.length ? c.phase : 'new',
    refusal: { error, retryAt: Date.now() + (error.retryAfter ?? 0) * 1000 },
  }))
  tell(cid, before.turns.length && !isGone(error) ? 'ended' : 'gone')
  if (error.status === 409) void reload(cid)
}

function offsetOfHour(): number {
  return -new Date().getTimezoneOffset() / 60
}

function provisional(
  c: Conversation,
  asked: Pick<Turn['question'], 'text' | 'files'>,
  key: string,
  editOf?: number,
): Turn {
  const last = c.turns.at(-1)
  const index = last ? Math.max(...c.turns.flatMap((o) => [o.answer.index, ...o.question.siblings])) + 1 : 1
  const next = index % 2 ? index : index + 1
  const edited = editOf === undefined ? undefined : c.turns.find((o) => o.question.index === editOf)
  return {
    key,
    question: {
      ...asked,
      index: next,
      hidden: false,
      siblings: [...(edited?.question.siblings ?? []), next],
    },
    answer: {
      index: next + 1,
      versions: [{ repeatIndex: 0, message: newMessage(), feedback: null }],
      selected: 0,
    },
  }
}

/** Makes another version of an answer. */
export async function regenerate(cid: string, key: string, fields: Record<string, unknown>): Promise<void> {
  const turn = chatOf(cid)?.turns.find((o) => o.key === key)
  if (!turn || chatOf(cid)?.activity) return
  const repeatIndex = Math.max(...turn.answer.versions.map((v) => v.repeatIndex)) + 1
  const version: Version = { repeatIndex, message: newMessage(), feedback: null }
  const before = turn.answer
  changeTurn(cid, key, (o) => ({
    ...o,
    answer: { ...o.answer, versions: [...o.answer.versions, version], selected: o.answer.versions.length },
  }))
  const id = randomId(24)
  await again(cid, key, before, (signal) =>
    streams.repeat(cid, { ...place(cid, turn), ...fields, traceId: id }, id, signal),
  )
}

/** Continues the shown version of a partial answer. */
export async function goOn(cid: string, key: string): Promise<void> {
  const find = () => chatOf(cid)?.turns.find((o) => o.key === key)
  let turn = find()
  if (!turn || chatOf(cid)?.activity) return
  const { repeatIndex, message } = shown(turn.answer)
  if (lostConnection(message)) {
    await reload(cid)
    // The server may have selected another version, for example from another tab.
    const selected = find()?.answer.versions.findIndex((v) => v.repeatIndex === repeatIndex) ?? -1
    if (selected < 0 || chatOf(cid)?.activity) return
    changeTurn(cid, key, (o) => ({ ...o, answer: { ...o.answer, selected } }))
    turn = find()
    if (!turn || endedAs(shown(turn.answer).message).step !== 'goOn') return
  }
  const before = turn
  const id = randomId(24)
  await again(cid, key, before.answer, (signal) =>
    streams.goOn(cid, { ...place(cid, before), repeatIndex, traceId: id }, id, signal),
  )
}

function place(cid: string, turn: Turn) {
  return {
    conversationId: cid,
    index: turn.answer.index,
    version: 'v2',
    offsetOfHour: offsetOfHour(),
  }
}

async function again(
  cid: string,
  key: string,
  before: Turn['answer'],
  first: (signal: AbortSignal) => Promise<Response>,
): Promise<void> {
  change(cid, { refusal: null })
  tell(cid, 'asked')
  let taken = false
  const onTaken = () => {
    taken = true
  }
  try {
    await read(cid, key, { first, onTaken })
  } catch (err) {
    if (taken || isAbort(err)) return
    const error = asApiError(err)
    changeTurn(cid, key, (o) => ({ ...o, answer: before }))
    change(cid, { refusal: { error, retryAt: Date.now() + (error.retryAfter ?? 0) * 1000 } })
    if (isGone(error)) tell(cid, 'gone')
    if (error.status === 409) void reload(cid)
  }
}

interface ReadOptions {
  /** Starts the answer. If undefined, the answer is already running, and the page only attaches to it. */
  first?: (signal: AbortSignal) => Promise<Response>
  /** Called when the server has accepted the request, and again after each reconnection. */
  onTaken?: () => void
}

/** Reads an answer into the store until it ends. */
async function read(cid: string, key: string, { first, onTaken }: ReadOptions): Promise<void> {
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

export function newCid(): string {
  return crypto.randomUUID?.() ?? randomId(24)
}

/**
 * Whether the answer counts as interrupted only because this page lost its connection. The server may have continued
 * the answer.
 */
function lostConnection(m: Message): boolean {
  return m.state === 'interrupt' && m.errorCode === LocalCode.network
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

/** Stops the running answer; its text is kept. The end arrives through the stream itself. */
export async function stop(cid: string): Promise<ApiError | null> {
  change(cid, (c) => (c.activity ? { activity: { ...c.activity, stopping: true } } : {}))
  try {
    await stopChat(cid)
    return null
  } catch (err) {
    change(cid, (c) => (c.activity ? { activity: { ...c.activity, stopping: false } } : {}))
    return asApiError(err)
  }
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
