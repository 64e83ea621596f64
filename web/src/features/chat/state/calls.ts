import { send } from '@/api'
import { CALL_TIMEOUT } from '@/api/client'
import type { Choice, ModelItem } from './choice'
import type { Feedback } from './model'
import type { Message } from './types'

const AGENT = '/api/user/agent/conversation'

async function call<T>(
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const res = await send(method, path, body, { timeout: CALL_TIMEOUT, signal })
  return (await res.json()) as T
}

/** One message of a detail answer (docs/protocol.md, section 6); fields of ours are optional. */
export interface WireMessage {
  index: number
  speaker: 'human' | 'ai'
  displayPrompt?: string
  prompt?: string
  speech?: string
  /** Of a question: indexes of all questions asked in its place, when there are several. */
  branches?: number[]
  /** Of an answer: the version shown. */
  repeatIndex?: number
  speechesV2?: WireSpeech[]
}

export interface WireSpeech {
  speechIndex?: number
  chatModelId?: string
  content?: unknown[]
  /** All parts in their order, where that is more than content tells. */
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
}

export interface Detail {
  title?: string
  sessionTitle?: string
  chatModelId?: string
  chatModelExtInfo?: string
  hasMore?: boolean
  isTemporary?: boolean
  convs?: WireMessage[]
}

export const getDetail = (
  cid: string,
  agentId: string,
  offset: number,
  limit: number,
  signal?: AbortSignal,
) => call<Detail>('POST', `${AGENT}/v1/detail`, { conversationId: cid, agentId, offset, limit }, signal)

export const updateModel = (cid: string, choice: Choice) =>
  call('POST', `${AGENT}/updateModel`, {
    cid,
    chatModelId: choice.modelId,
    chatModelExtInfo: JSON.stringify(choice),
  })

export const selectRepeat = (cid: string, index: number, repeatIndex: number) =>
  call('POST', `${AGENT}/selectRepeatIndex`, { conversationId: cid, index, repeatIndex })

export const selectBranch = (cid: string, index: number) =>
  call('POST', `${AGENT}/selectBranch`, { conversationId: cid, index })

/** Answers a tool that waits for consent. `resumed`: the answer had been interrupted and is made on now. */
export const sendConsent = (cid: string, part: string, allow: boolean, remember: boolean) =>
  call<{ resumed?: boolean }>('POST', `/api/chat/${cid}/tools/${encodeURIComponent(part)}`, {
    allow,
    remember,
  })

export const stopChat = (cid: string) => call('POST', '/api/stop/chat', { conversationId: cid })

export const sendFeedback = (cid: string, index: number, repeatIndex: number, feedback: Feedback | null) =>
  call('POST', '/api/ai/feedback', {
    conversationId: cid,
    index,
    repeatIndex,
    type: feedback?.type ?? 0,
    codes: feedback?.codes ?? [],
    text: feedback?.text ?? '',
  })

/** A new conversation that begins with a summary of an old one; its cid. */
export const continueInNew = (cid: string, agentId: string) =>
  call<{ id: string }>('POST', `${AGENT}/create`, { agentId, summaryOf: cid })

export interface Hints {
  data?: { hints?: { prompt: string }[] }
}

export const getHints = (cid: string, msgId: string, speechIndex: number) =>
  call<Hints>('POST', `${AGENT}/hintV2`, { hintType: 1, conversationId: cid, msgId, speechIndex })

export const getModels = (agentId: string, signal?: AbortSignal) =>
  call<{ modelList?: ModelItem[]; data?: { modelList?: ModelItem[] } }>(
    'POST',
    '/api/agent/model/list',
    { agentId },
    signal,
  )

export interface Capabilities {
  capabilities?: { id: string; state: 'ready' | 'builtin' | 'missing'; set?: string[] }[]
}

export const getCapabilities = (signal?: AbortSignal) =>
  call<Capabilities>('GET', '/api/model/capabilities', undefined, signal)

export interface FeedbackGroup {
  title: string
  type: number
  codeMap: Record<string, string>
}

/** The part of the general information that this page uses. */
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
  }
}

export const getGeneral = (signal?: AbortSignal) =>
  call<General>('GET', '/api/info/general', undefined, signal)

/** The stream calls: their answers are event streams, whose time has rules of its own. */
export const streams = {
  ask: (cid: string, body: unknown, requestId: string, signal: AbortSignal) =>
    send('POST', `/api/chat/${cid}`, body, { signal, headers: { 'X-Request-Id': requestId } }),
  repeat: (cid: string, body: unknown, requestId: string, signal: AbortSignal) =>
    send('POST', `/api/chat/repeat/${cid}`, body, { signal, headers: { 'X-Request-Id': requestId } }),
  goOn: (cid: string, body: unknown, requestId: string, signal: AbortSignal) =>
    send(
      'POST',
      `${AGENT}/continue`,
      { conversationId: cid, ...(body as object) },
      {
        signal,
        headers: { 'X-Request-Id': requestId },
      },
    ),
  attach: (cid: string, from: number, signal: AbortSignal) =>
    send('GET', `/api/chat/${cid}/stream?from=${from}`, undefined, { signal }),
}
