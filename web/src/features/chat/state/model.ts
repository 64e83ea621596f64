import type { ApiError } from '@/api'
import type { Link } from './follow'
import type { Message } from './types'

/** A rating of one version of an answer: 1 like, -1 dislike. */
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
  /** The texts in the blanks (____) of the version, in order. */
  blanks?: readonly string[]
}

/** A file of a question. A file from history has fewer fields than a newly sent file. */
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
  /** In a project: the name of the person who asked. */
  author?: string
  /** Indexes of all variants of this question, in order. */
  siblings: number[]
}

export interface Answer {
  index: number
  versions: Version[]
  /** Index of the shown version in `versions`. */
  selected: number
}

/** A question and its answer. */
export interface Turn {
  /**
   * Stays when the server's index replaces the provisional index, so that React keeps the turn mounted.
   */
  key: string
  question: Question
  answer: Answer
}

/** The state of a running answer, as seen from this page. */
export interface Activity {
  turnKey: string
  link: Link
  stopping: boolean
}

/** The failure of a request for an answer, for another version, or for a continuation. */
export interface Refusal {
  error: ApiError
  /** Unix ms of the earliest retry. */
  retryAt: number
}

export type Phase = 'new' | 'loading' | 'ready' | 'failed' | 'missing'

export interface Conversation {
  cid: string
  agentId: string
  title: string
  temporary: boolean
  /** Whether the conversation belongs to a project and is not in the user's own list. */
  shared?: boolean
  /** Whether the user can only read the conversation. */
  readOnly?: boolean
  phase: Phase
  error: ApiError | null
  turns: Turn[]
  /** Whether there are older turns that are not loaded. `loadingMore`: whether they are being loaded. */
  hasMore: boolean
  loadingMore: boolean
  /** Whether there are newer turns that are not loaded. The loaded turns are then an older part of the conversation. */
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

export function shown(answer: Answer): Version {
  return answer.versions[answer.selected] ?? answer.versions[0]!
}

/** The number of loaded turns. If older turns are not loaded, all older questions are added, of every branch. */
export function rounds(c: Conversation): number {
  const first = c.turns[0]
  return c.turns.length + (c.hasMore && first ? (first.question.index - 1) / 2 : 0)
}

/** The neighbours of `current` in `all`, for a pager, and the position of `current` from 1. */
export function pager(all: readonly number[], current: number) {
  const at = Math.max(0, all.indexOf(current))
  return { place: at + 1, count: all.length, previous: all[at - 1] ?? null, next: all[at + 1] ?? null }
}
