import { type Bodies, get, getStream, post, postStream } from '@/api'
import type { Choice, ModelItem } from './choice'
import type { Feedback } from './model'
import type { Message } from './types'

const CONTINUE = '/api/user/agent/conversation/continue'

/** One message of a detail response (docs/protocol.md, section 6); fields added by this server are optional. */
export interface WireMessage {
  index: number
  speaker: 'human' | 'ai'
  displayPrompt?: string
  authorName?: string
  prompt?: string
  speech?: string
  /** For a question: the indexes of all its variants if there are several. */
  branches?: number[]
  /** For an answer: the shown version. */
  repeatIndex?: number
  speechesV2?: WireSpeech[]
}

export interface WireSpeech {
  speechIndex?: number
  chatModelId?: string
  content?: unknown[]
  /** All parts in order. Absent if `content` already contains all parts. */
  parts?: unknown[]
  kind?: string
  state?: string
  errorCode?: string
  errorMsg?: string
  status?: string
  cutoff?: boolean
  hidden?: boolean
  meta?: Message['meta']
  feedback?: Feedback | null
  blanks?: string[]
}

export interface Detail {
  title?: string
  sessionTitle?: string
  chatModelId?: string
  chatModelExtInfo?: string
  hasMore?: boolean
  hasNewer?: boolean
  isTemporary?: boolean
  convs?: WireMessage[]
}

export const getDetail = (
  cid: string,
  agentId: string,
  offset: number,
  limit: number,
  signal?: AbortSignal,
): Promise<Detail> =>
  post(
    '/api/user/agent/conversation/v1/detail',
    { conversationId: cid, agentId, offset, limit },
    { signal },
  ) as Promise<Detail>

export const updateModel = (cid: string, choice: Choice) =>
  post('/api/user/agent/conversation/updateModel', {
    cid,
    chatModelId: choice.modelId,
    chatModelExtInfo: JSON.stringify(choice),
  })

export const selectRepeat = (cid: string, index: number, repeatIndex: number) =>
  post('/api/user/agent/conversation/selectRepeatIndex', { conversationId: cid, index, repeatIndex })

export const selectBranch = (cid: string, index: number) =>
  post('/api/user/agent/conversation/selectBranch', { conversationId: cid, index })

/**
 * Sends the user's decision about a tool call that waits for consent. In the result, `resumed` means that the answer
 * with this call had been interrupted and now continues.
 */
export const sendConsent = (cid: string, part: string, allow: boolean, remember: boolean) =>
  post('/api/chat/{cid}/tools/{id}', { allow, remember }, { path: { cid, id: part } })

export const stopChat = (cid: string) => post('/api/stop/chat', { conversationId: cid })

export const sendFeedback = (cid: string, index: number, repeatIndex: number, feedback: Feedback | null) =>
  post('/api/ai/feedback', {
    conversationId: cid,
    index,
    repeatIndex,
    type: feedback?.type ?? 0,
    codes: feedback?.codes ?? [],
    text: feedback?.text ?? '',
  })

export const sendBlanks = (cid: string, index: number, repeatIndex: number, blanks: string[]) =>
  post('/api/user/agent/conversation/blanks', { conversationId: cid, index, repeatIndex, blanks })

/** Creates a conversation that begins with a summary of the given conversation. */
export const continueInNew = (cid: string, agentId: string) =>
  post('/api/user/agent/conversation/create', { agentId, summaryOf: cid })

export interface Hints {
  data?: { hints?: { prompt: string }[] }
}

export const getHints = (cid: string, msgId: string, speechIndex: number) =>
  post('/api/user/agent/conversation/hintV2', { hintType: 1, conversationId: cid, msgId, speechIndex })

export const getModels = (
  agentId: string,
  signal?: AbortSignal,
): Promise<{ modelList?: ModelItem[]; data?: { modelList?: ModelItem[] } }> =>
  post('/api/agent/model/list', { agentId }, { signal })

export interface Capabilities {
  capabilities?: { id: string; state: 'ready' | 'builtin' | 'missing'; set?: string[] }[]
}

export const getCapabilities = (signal?: AbortSignal) => get('/api/model/capabilities', { signal })

export interface FeedbackGroup {
  title: string
  type: number
  codeMap: Record<string, string>
}

/** A model that the operator suggests for questions with a keyword. */
export interface SwitchRule {
  keyword: string
  /** The chatModelId of a model or of a sub-model. */
  modelId: string
}

/** The part of the general information used by this page. */
export interface General {
  maxConvRound?: number
  inspirations?: { tag: string; idx: number; title: string; label?: string }[]
  greetings?: { fromHour: number; text: string }[]
  guidance?: string
  feedbackCodeConfigV2?: { textToText?: FeedbackGroup[] }
  appTip?: string
  appBaseConfig?: {
    appTipRound?: number
    enableTempConv?: boolean
    tempConvNotice?: string
    modelSwitchTip?: string
    conversationModelSwitchGuide?: { rules?: SwitchRule[] | null }
    /** The content of a citation mark. */
    citationStyle?: 'number' | 'site'
  }
}

export const getGeneral = (signal?: AbortSignal): Promise<General> => get('/api/info/general', { signal })

const traced = (requestId: string, signal: AbortSignal) => ({
  signal,
  headers: { 'X-Request-Id': requestId },
})

/** Calls with an event stream as the response. An event stream has its own timeouts. */
export const streams = {
  ask: (cid: string, body: Bodies['/api/chat/{cid}'], requestId: string, signal: AbortSignal) =>
    postStream('/api/chat/{cid}', body, { path: { cid }, ...traced(requestId, signal) }),
  repeat: (cid: string, body: Bodies['/api/chat/repeat/{cid}'], requestId: string, signal: AbortSignal) =>
    postStream('/api/chat/repeat/{cid}', body, { path: { cid }, ...traced(requestId, signal) }),
  goOn: (cid: string, body: Bodies[typeof CONTINUE], requestId: string, signal: AbortSignal) =>
    postStream(CONTINUE, { conversationId: cid, ...body }, traced(requestId, signal)),
  attach: (cid: string, from: number, signal: AbortSignal) =>
    getStream('/api/chat/{cid}/stream', { path: { cid }, query: { from: String(from) }, signal }),
}
