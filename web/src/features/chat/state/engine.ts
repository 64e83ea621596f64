import { type ApiError, asApiError, isAbort, LocalCode } from '@/api'
import { randomId } from '@/lib/random'
import { stopChat, streams } from './calls'
import { drafts } from './draft'
import { endedAs } from './ending'
import { read, reload, tell } from './load'
import { type AskedFile, type Conversation, shown, type Turn, type Version } from './model'
import { isGone } from './start-over'
import { change, changeTurn, chatOf, ensureChat } from './store'
import { type Message, newMessage } from './types'

export function newCid(): string {
  return crypto.randomUUID?.() ?? randomId(24)
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

/**
 * Whether the answer counts as interrupted only because this page lost its connection. The server may have continued
 * the answer.
 */
function lostConnection(m: Message): boolean {
  return m.state === 'interrupt' && m.errorCode === LocalCode.network
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
