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
  name?: string
  state: 'on' | 'off' | 'builtin'
  /** What it resolved to, e.g. the model's real id. */
  detail?: string
  /** What to set to change it. */
  setting?: string
}

/** A vendor of 接入模型: the exact line of the environment that connects it. */
export interface Vendor {
  id: string
  name: string
  line: string
}

export interface CapabilityTable {
  code: number
  capabilities: Capability[]
  vendors?: Vendor[]
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
