import { type ApiError, asApiError } from '@/api'
import { selectBranch, selectRepeat, sendBlanks, sendConsent, sendFeedback } from './calls'
import { reload } from './engine'
import { type Conversation, type Feedback, shown } from './model'
import { change, changeTurn, chatOf } from './store'

/** Shows another version of an answer and, unless it is for now alone, has the server remember it. */
export function selectVersion(cid: string, key: string, at: number, remembered = true): void {
  const turn = chatOf(cid)?.turns.find((o) => o.key === key)
  const version = turn?.answer.versions[at]
  if (!turn || !version) return
  changeTurn(cid, key, (o) => ({ ...o, answer: { ...o.answer, selected: at } }))
  // The version is shown in any case; a refusal only means that it is not remembered.
  if (remembered) selectRepeat(cid, turn.answer.index, version.repeatIndex).catch(() => {})
}

/** Shows the branch that begins with another variant of a question. */
export async function goBranch(cid: string, index: number): Promise<ApiError | null> {
  try {
    await selectBranch(cid, index)
    change(cid, (c) => ({
      turns: c.turns.filter((o) => o.question.index < Math.min(index, ...branchOf(c, index))),
    }))
    await reload(cid)
    return null
  } catch (err) {
    return asApiError(err)
  }
}

function branchOf(c: Conversation, index: number): number[] {
  return c.turns.find((o) => o.question.siblings.includes(index))?.question.siblings ?? []
}

/** Keeps what a reader says of the shown version; it is taken back when the server refuses. */
export async function judge(cid: string, key: string, feedback: Feedback | null): Promise<ApiError | null> {
  const turn = chatOf(cid)?.turns.find((o) => o.key === key)
  if (!turn) return null
  const at = turn.answer.selected
  const before = shown(turn.answer).feedback
  const put = (f: Feedback | null) =>
    changeTurn(cid, key, (o) => ({
      ...o,
      answer: {
        ...o.answer,
        versions: o.answer.versions.map((v, i) => (i === at ? { ...v, feedback: f } : v)),
      },
    }))
  put(feedback)
  try {
    await sendFeedback(cid, turn.answer.index, shown(turn.answer).repeatIndex, feedback)
    return null
  } catch (err) {
    put(before)
    return asApiError(err)
  }
}

/**
 * Answers a tool that waits for consent. An answer that a restart had interrupted goes on: the page
 * attaches to it. One that was answered elsewhere is read again. Throws when nothing was taken.
 */
export async function consent(cid: string, part: string, allow: boolean, remember: boolean): Promise<void> {
  try {
    const { resumed } = await sendConsent(cid, part, allow, remember)
    if (resumed) await reload(cid)
  } catch (err) {
    if (asApiError(err).status !== 409) throw err
    await reload(cid)
  }
}

/** Pause between the last key in a blank and the moment it is sent, in ms. */
const BLANKS_DELAY = 500

/** What waits to be sent, by its answer. */
const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; send: () => void }>()

/** Keeps what is written into the blanks of the shown version: here at once, on the server a moment later. */
export function keepBlanks(
  cid: string,
  key: string,
  texts: string[],
  failed: (error: ApiError) => void,
): void {
  const turn = chatOf(cid)?.turns.find((o) => o.key === key)
  if (!turn) return
  const at = turn.answer.selected
  const { repeatIndex } = shown(turn.answer)
  changeTurn(cid, key, (o) => ({
    ...o,
    answer: {
      ...o.answer,
      versions: o.answer.versions.map((v, i) => (i === at ? { ...v, blanks: texts } : v)),
    },
  }))
  const id = `${cid} ${turn.answer.index} ${repeatIndex}`
  clearTimeout(waiting.get(id)?.timer)
  const send = () => {
    waiting.delete(id)
    sendBlanks(cid, turn.answer.index, repeatIndex, texts).catch((err) => failed(asApiError(err)))
  }
  waiting.set(id, { timer: setTimeout(send, BLANKS_DELAY), send })
}

/** Sends at once what waits; for the moment the page goes away. */
function flushBlanks(): void {
  for (const { timer, send } of [...waiting.values()]) {
    clearTimeout(timer)
    send()
  }
}
globalThis.addEventListener?.('pagehide', flushBlanks)
