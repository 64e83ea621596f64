import type { components, paths } from './schema.gen'

type Schemas = components['schemas']

/** One row of the conversation list. Times are unix milliseconds. A row that the page itself began has less. */
export type ConversationRow = Pick<Schemas['Summary'], 'id' | 'title' | 'lastRepliedAt'> &
  Partial<Schemas['Summary']>

/** One page of the conversation list. */
export type ConversationPage = Omit<Schemas['Listed'], 'conversations'> & { conversations: ConversationRow[] }

/** One row of the capability table of 接入模型. */
export type Capability = Schemas['CapabilityRow']

/** A provider of models that is set or was found. */
export type ProviderRow = Schemas['ProviderRow']

/** What a file of conversations holds, or what was made of it. */
export type TransferReport = Schemas['Report']

/** One file of the library. Times are unix seconds. */
export type DocumentView = Schemas['DocumentView']

/** A place inside a file where searched words stand. */
export type DocumentHit = Schemas['DocsSearchHit']

/** What administrators see and change; package admin of the server has the meaning. */
export type AdminSetting = Schemas['SettingView']
export type AdminProvider = Schemas['ProviderView']
export type AdminVendor = Schemas['VendorView']
export type AdminTrial = Schemas['TrialView']
export type AdminUser = Schemas['UserView']
export type AdminFeedback = Schemas['FeedbackView']
export type AdminNotice = Schemas['NoticeView']
export type AdminUsage = Schemas['UsageView']
export type AdminEntry = Schemas['EntryView']
export type SecurityEvent = Schemas['EventView']
export type AdminFact = Schemas['FactView']

/** What a login came to. */
export type LoginAnswer = Schemas['LoginAnswer']

/** How one can log in here. */
export type LoginConfig = Schemas['LoginConfig']

type LoginBody =
  | { type: 'phone'; phone: string; code: string; another?: boolean }
  | { type: 'choose' | 'scan' | 'admin'; ticket: string; userId?: string }
  | { type: 'wx' | 'qq' | 'oneid'; code: string; state: string }
  | { type: 'middle_login'; ticket: string; code: string }

interface Page {
  offset: number
  limit: number
}

/** What the page sends by POST, path by path; the answers are those of api/openapi.yaml. */
export interface Bodies {
  '/api/user/agent/conversation/list': { agentId: string; offset: number; limit: number }
  '/api/user/agent/conversation/update': { conversationId: string; title: string }
  '/api/user/agent/conversation/top': { conversationId: string; top: boolean }
  '/api/user/agent/conversation/v1/clear': { conversationIds?: readonly string[]; clearAll?: boolean }
  '/api/user/agent/conversation/v1/restore': { conversationIds: readonly string[] }
  '/api/model/reprobe': Record<string, never>
  '/api/resource/genUploadInfo': { fileName: string; docFrom: 'localDoc'; size: number }
  '/api/resource/asyncFileParse': { resourceId: string; password?: string }
  '/api/resource/check/status': { resourceIds: readonly string[] }
  '/api/user/docs/v2/list': { page_size: number; cursor: string; type?: string; sort: string }
  '/api/user/docs/v2/filter': Record<string, never>
  '/api/user/docs/search': { keyword: string }
  '/api/user/docs/update': { resourceId: string; fileName: string }
  '/api/user/docs/delete': { resourceIds: readonly string[] }
  '/api/user/docs/usage': { resourceId: string }
  '/api/joint/login': LoginBody
  '/api/joint/register': { ticket: string }
  '/api/login/logout': Record<string, never>
  '/api/login/captcha': { kind?: string }
  '/api/login/verify': {
    captchaId: string
    points: { x: number; y: number }[]
    track: { x: number; t: number }[]
  }
  '/api/login/getverificationcode': {
    phone: string
    purpose: 'login' | 'bind' | 'safe'
    captchaType: number
    v: number
    captchaTicket: string
  }
  '/api/oneid/authorization': {
    app: string
    scene: 'login' | 'bind' | 'safe'
    redirectUri: string
    pageHint: 'pc' | 'h5'
    back?: string
    inApp?: boolean
  }
  '/api/joint/scan/create': Record<string, never>
  '/api/joint/scan/state': { ticket: string }
  '/api/joint/scan/scan': { ticket: string }
  '/api/joint/scan/confirm': { ticket: string; allow: boolean }
  '/api/joint/middle/start': { host: string; back?: string }
  '/api/joint/middle/detail': { ticket: string }
  '/api/joint/middle/confirm': { ticket: string }
  '/api/account/devices/logout': { id?: string; others?: boolean }
  '/api/profile': { name?: string; avatar?: string }
  '/api/account/bind': { type: string; phone?: string; code: string; state?: string }
  '/api/account/unbind': { type: string }
  '/api/v5/accountLogic/parentVerify/detail': Record<string, never>
  '/api/v5/accountLogic/parentVerify/set': {
    on: boolean
    pin?: string
    newPin?: string
    minutes?: number
    from?: string
    to?: string
  }
  '/api/v5/accountLogic/safeVerify/detail': { safeVerifyCode?: string }
  '/api/v5/accountLogic/safeVerify/doVerify': {
    safeVerifyCode: string
    type?: string
    code: string
    state?: string
  }
  '/api/unregister': { userId: string }
  '/api/msg/list': Page & { type: string }
  '/api/msg/reddot/pull-list': Record<string, never>
  '/api/msg/reddot/reset': { types: string[] }
  '/api/user/agent/doc/overview': { docId: string; again?: boolean }
  '/api/user/agent/doc/mindMap/share': { docId: string }
  '/api/user/agent/doc/translate': { docId: string; from: number; to: number; lang?: string }
  '/api/user/agent/doc/translate/share': { docId: string; lang?: string }
  '/api/user/agent/doc/share/list': { docId: string }
  '/api/user/agent/doc/share/delete': { token: string }
  '/api/user/agent/doc/notes/list': Page & { docId: string }
  '/api/user/agent/doc/notes/save': {
    id?: string
    docId: string
    unit: number
    quote: string
    prefix?: string
    suffix?: string
    color: string
    text: string
  }
  '/api/user/agent/doc/notes/delete': { id: string }
  '/api/user/agent/doc/state/get': { docId: string }
  '/api/user/agent/doc/state/save': {
    docId: string
    unit: number
    offset: number
    panel: string
    sizes: number[] | null
  }
  '/api/user/agent/v2/docChatRecord/query': Page
  '/api/user/agent/v2/docChatRecord/queryMsg': { docId: string }
  '/api/user/agent/v2/docChatRecord/visit': { docId: string }
  '/api/user/agent/v2/docChatRecord/delete': { docId: string }
  '/api/admin/settings/get': { name: string }
  '/api/admin/settings/save': { name: string; value: unknown; version: number }
  '/api/admin/settings/preview': { name: string; value: unknown }
  '/api/admin/provider/list': Record<string, never>
  '/api/admin/provider/accept': { id: string }
  '/api/admin/provider/test': { id: string; value: unknown }
  '/api/admin/user/list': Page & { query: string }
  '/api/admin/user/change': {
    userId: string
    role?: number
    disabled?: boolean
    bannedUntil?: number
    banReason?: string
  }
  '/api/admin/user/logout': { userId: string }
  '/api/admin/usage': Page & { from: string; to: string; by: 'day' | 'model' | 'owner' }
  '/api/admin/feedback/list': Page & { everything: boolean }
  '/api/admin/feedback/handle': {
    ownerId: string
    cid: string
    index: number
    repeatIndex: number
    handled: boolean
  }
  '/api/admin/notice/list': Page
  '/api/admin/notice/post': Pick<AdminNotice, 'type' | 'title' | 'content' | 'link' | 'until'>
  '/api/admin/notice/remove': { id: string }
  '/api/admin/audit': Page & { action: string; actorId: string }
  '/api/admin/security': Page & { kind: string; userId: string; since: number; until: number }
  '/api/admin/system': Record<string, never>
  '/api/admin/system/backup': Record<string, never>
}

/** The JSON of a successful answer. */
export type Answer<P extends keyof paths, M extends 'get' | 'post'> = paths[P][M] extends {
  responses: { 200: { content: { 'application/json': infer T } } }
}
  ? T
  : never

/** The paths that answer a GET with JSON. */
export type GetPath = {
  [P in keyof paths]: paths[P] extends { get: object } ? P : never
}[keyof paths]
