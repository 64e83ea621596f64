/** One row of the conversation list (wire section 3). Times are unix milliseconds. */
export interface ConversationRow {
  id: string
  title: string
  sessionTitle?: string
  subTitle?: string
  lastReplyContent?: string
  chatType?: string
  chatModelId?: string
  firstRepliedAt?: number
  lastRepliedAt: number
  /** When it was put on top; 0 or absent means not. */
  topAt?: number
  /** Whether an answer is being made right now. */
  running?: boolean
}

export interface ConversationPage {
  code: number
  conversations: ConversationRow[]
  pagination: { totalResults: number; offset: number }
}

/** One row of the capability table of 接入模型. */
export interface Capability {
  id: string
  /** Its name in the language of the call. */
  name: string
  /** A provider gives it, the built-in engine gives a part of it, or nobody does. */
  state: 'ready' | 'builtin' | 'missing'
  provider?: string
  /** The real id of the model behind it. */
  upstream?: string
  /** Lines for the environment of which one is enough; empty when it is there. */
  set: string[]
  /** Nothing in this version uses it yet. */
  later: boolean
}

/** A provider of models that is set or was found. */
export interface ProviderRow {
  id: string
  name: string
  host: string
  /** How many chat models it has. */
  models: number
  /** Why its list could not be read. */
  error?: string
  /** Unix milliseconds; 0: not looked at yet. */
  checked: number
  /** Found on this machine, and not used until the operator says so. */
  offered: boolean
}

export interface CapabilityTable {
  code: number
  capabilities: Capability[]
  providers: ProviderRow[]
}

interface Ok {
  code: number
}

/** Every POST of the page with a JSON answer. */
export interface Posts {
  '/api/user/agent/conversation/create': { body: { agentId: string }; answer: Ok & { id: string } }
  '/api/user/agent/conversation/list': {
    body: { agentId: string; offset: number; limit: number; filterGoodQuestion?: boolean; keyword?: string }
    answer: ConversationPage
  }
  '/api/user/agent/conversation/update': { body: { conversationId: string; title: string }; answer: Ok }
  '/api/user/agent/conversation/top': { body: { conversationId: string; top: boolean }; answer: Ok }
  '/api/user/agent/conversation/v1/clear': {
    body: { conversationIds?: readonly string[]; clearAll?: boolean }
    answer: Ok & { conversationIds: string[] }
  }
  '/api/user/agent/conversation/v1/restore': { body: { conversationIds: readonly string[] }; answer: Ok }
  '/api/model/reprobe': { body: Record<string, never>; answer: CapabilityTable }
}

/** Every GET of the page with a JSON answer. */
export interface Gets {
  '/api/model/capabilities': CapabilityTable
  '/api/getuserinfo': { anonUser?: boolean; AnonUser?: boolean; userId?: string; name?: string }
}
