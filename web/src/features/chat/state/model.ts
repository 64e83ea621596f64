import type { ApiError } from '@/api'
import type { Link } from './follow'
import type { Message } from './types'

/** What a reader said of one version of an answer: 1 like, -1 dislike. */
export interface Feedback {
  type: 1 | -1
  codes: string[]
  text: string
}

/** One version of an answer. */
export interface Version {
  repeatIndex: number
  message: Message
  feedback: Feedback | null
  /** What was written into its blanks (____), in their order. */
  blanks?: readonly string[]
}

/** A file of a question; of one from history less is known than of one just sent. */
export interface AskedFile {
  type: string
  fileName: string
  url: string
  id?: string
  docType?: string
  size?: number
  width?: number
  height?: number
}

export interface Question {
  index: number
  text: string
  files: readonly AskedFile[]
  hidden: boolean
  /** In a project: the name of who asked. */
  author?: string
  /** Indexes of this question and of the others asked in its place, in order. */
  siblings: number[]
}

export interface Answer {
  index: number
  versions: Version[]
  /** Which of versions is shown. */
  selected: number
}

/** A question and its answer. */
export interface Turn {
  /** Stays while a provisional index becomes the real one, so that nothing is drawn anew. */
  key: string
  question: Question
  answer: Answer
}

/** What the answer that is being made is doing, seen from this page. */
export interface Activity {
  turnKey: string
  link: Link
  stopping: boolean
}

/** Why a question was not taken; its text is back in the composer. */
export interface Refusal {
  error: ApiError
  /** Unix ms from which trying again makes sense. */
  retryAt: number
}

export type Phase = 'new' | 'loading' | 'ready' | 'failed' | 'missing'

export interface Conversation {
  cid: string
  agentId: string
  title: string
  temporary: boolean
  /** It belongs to a project, and stands in no list of the person's own. */
  shared?: boolean
  /** Nothing can be asked or changed in it by this person. */
  readOnly?: boolean
  phase: Phase
  error: ApiError | null
  turns: Turn[]
  /** Whether older turns can be loaded, and whether they are being loaded. */
  hasMore: boolean
  loadingMore: boolean
  /** Whether there are turns behind the last one here: it is an older part of the conversation. */
  hasNewer: boolean
  loadingNewer: boolean
  activity: Activity | null
  refusal: Refusal | null
}

export function newConversation(cid: string, agentId: string, phase: Phase): Conversation {
  return {
    cid,
    agentId,
    title: '',
    temporary: false,
    phase,
    error: null,
    turns: [],
    hasMore: false,
    loadingMore: false,
    hasNewer: false,
    loadingNewer: false,
    activity: null,
    refusal: null,
  }
}

/** The version of an answer that is shown. */
export function shown(answer: Answer): Version {
  return answer.versions[answer.selected] ?? answer.versions[0]!
}

/** How many rounds the shown branch has; the turns may be its newest part only. */
export function rounds(c: Conversation): number {
  const first = c.turns[0]
  return c.turns.length + (c.hasMore && first ? (first.question.index - 1) / 2 : 0)
}

/** The neighbours for a pager over `all` standing at `current`, and its place from 1. */
export function pager(all: readonly number[], current: number) {
  const at = Math.max(0, all.indexOf(current))
  return { place: at + 1, count: all.length, previous: all[at - 1] ?? null, next: all[at + 1] ?? null }
}
