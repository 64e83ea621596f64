import { type ApiError, asApiError } from '@/api'
import { selectBranch, selectRepeat, sendBlanks, sendConsent, sendFeedback } from './calls'
import { reload } from './engine'
import { type Conversation, type Feedback, shown } from './model'
import { change, changeTurn, chatOf } from './store'

/** Shows another version of an answer and, if `remembered`, stores the choice on the server. */
export function selectVersion(cid: string, key: string, at: number, remembered = true): void {
  const turn = chatOf(cid)?.turns.find((o) => o.key === key)
  const version = turn?.answer.versions[at]
  if (!turn || !version) return
  changeTurn(cid, key, (o) => ({ ...o, answer: { ...o.answer, selected: at } }))
  // The version is shown even if storing the choice fails.
  if (remembered) selectRepeat(cid, turn.answer.index, version.repeatIndex).catch(() => {})
}

/** Shows the branch of another variant of a question. */
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

/** Stores a rating of the shown version. If storing fails, the rating is reverted. */
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
 * Sends the user's decision about a tool call that waits for consent. If a restart of the server has interrupted the
 * answer with this call, the server continues that answer, and the page attaches to it. If the call no longer
 * waits, the conversation is reloaded. Throws if the request fails for any other reason.
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

/** Delay between the last key in a blank and saving, in ms. */
const BLANKS_DELAY = 500

/** Blanks that were not yet sent to the server, by version of an answer. */
const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; send: () => void }>()

/** Stores the texts entered in the blanks of the shown version: immediately on this page, on the server after a delay. */
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

/** Sends the waiting blanks immediately, before the page is closed. */
function flushBlanks(): void {
  for (const { timer, send } of [...waiting.values()]) {
    clearTimeout(timer)
    send()
  }
}
globalThis.addEventListener?.('pagehide', flushBlanks)
