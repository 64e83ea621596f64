import { create } from 'zustand'
import { type ApiError, asApiError } from '@/api'
import { selectVersion } from './acts'
import { getDetail, selectBranch } from './calls'
import { attach, load, loadMore, PAGE_SIZE, reload } from './engine'
import type { Page } from './history'
import { loadReader } from './load-reader'
import type { Turn } from './model'
import type { Place } from './place'
import { change, chatOf, ensureChat } from './store'

interface Target {
  /** The message to show; null while no message waits to be shown. */
  target: { cid: string; index: number } | null
}

/** The current target of the transcript. */
export const useTarget = create<Target>()(() => ({ target: null }))

/** Number of messages to load before and after a message that is not loaded. */
const AROUND = 20
/**
 * Maximum number of pages to load on the way to the message. Pages are loaded one by one only while an answer
 * is running, because the running answer must stay loaded.
 */
const MAX_PAGES = 20

const turnOf = (turns: readonly Turn[] | undefined, index: number): Turn | undefined =>
  turns?.find((turn) => turn.question.index === index || turn.answer.index === index)

/**
 * Shows the message at `place` in the version `place.repeat`, and loads the message if necessary. A message
 * in another branch is found only while no answer is running. Resolves to null, or to the reason why the
 * message cannot be shown.
 */
export async function jump(cid: string, agentId: string, place: Place): Promise<ApiError | 'gone' | null> {
  const c = ensureChat(cid, agentId, 'loading')
  try {
    if (c.activity) await loadTowards(cid, place.index)
    else if (!turnOf(c.turns, place.index)) {
      if (c.phase !== 'ready') change(cid, { phase: 'loading', error: null })
      await loadAround(cid, agentId, place.index)
    }
  } catch (err) {
    const error = asApiError(err)
    if (chatOf(cid)?.turns.length) change(cid, { phase: 'ready' })
    else change(cid, { phase: error.status === 404 ? 'missing' : 'failed', error })
    return error
  }
  const turn = turnOf(chatOf(cid)?.turns, place.index)
  if (!turn) {
    await load(cid, agentId)
    return 'gone'
  }
  const version = turn.answer.versions.findIndex((v) => v.repeatIndex === place.repeat)
  if (turn.answer.index === place.index && version >= 0 && version !== turn.answer.selected) {
    selectVersion(cid, turn.key, version)
  }
  useTarget.setState({ target: { cid, index: place.index } })
  return null
}

/** Loads the part of the conversation around a message, in the branch that contains the message. */
async function loadAround(cid: string, agentId: string, index: number): Promise<void> {
  const { foldDetail } = await loadReader()
  const around = async () => foldDetail(await getDetail(cid, agentId, index + AROUND + 1, 2 * AROUND))
  let page = await around()
  if (!turnOf(page.turns, index)) {
    // Questions have odd indexes, and a branch is selected by the index of its question.
    await selectBranch(cid, index % 2 ? index : index - 1)
    page = await around()
  }
  if (turnOf(page.turns, index)) show(cid, page)
}

function show(cid: string, page: Page): void {
  change(cid, { ...page.head, phase: 'ready', error: null, turns: page.turns })
  const last = page.turns.at(-1)
  if (last && page.running && !page.head.hasNewer) attach(cid, last.key)
}

async function loadTowards(cid: string, index: number): Promise<void> {
  for (let i = 0; i < MAX_PAGES; i++) {
    const c = chatOf(cid)
    if (!c?.hasMore || turnOf(c.turns, index)) return
    await loadMore(cid)
  }
}

/** Loads turns after the last loaded turn. */
export async function loadNewer(cid: string): Promise<void> {
  const c = chatOf(cid)
  const newest = c?.turns.at(-1)
  if (!c || !newest || !c.hasNewer || c.loadingNewer) return
  change(cid, { loadingNewer: true })
  try {
    const { foldDetail } = await loadReader()
    // The next indexes may all belong to other branches. Each request therefore reads up to a higher index,
    // until it finds a turn. The index rises by one page only, because a larger step could skip turns.
    for (let step = PAGE_SIZE; ; step += PAGE_SIZE) {
      const page = foldDetail(await getDetail(cid, c.agentId, newest.answer.index + 1 + step, PAGE_SIZE))
      const turns = page.turns.filter((turn) => turn.question.index > newest.answer.index)
      if (!turns.length && page.head.hasNewer) continue
      change(cid, (now) => ({
        loadingNewer: false,
        ...(now.turns.at(-1)?.key === newest.key && now.hasNewer
          ? { turns: [...now.turns, ...turns], hasNewer: page.head.hasNewer }
          : {}),
      }))
      const last = turns.at(-1)
      if (last && page.running && !page.head.hasNewer) attach(cid, last.key)
      return
    }
  } catch {
    change(cid, { loadingNewer: false })
  }
}

/** Returns from an older part of the conversation to the newest turns. */
export const toNewest = (cid: string) => reload(cid)
