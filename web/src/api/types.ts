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

/** What the search over everything finds: a thing, or a place in it; and the things of one kind. */
export type Found = Schemas['GlobalFound']
export type FoundGroup = Schemas['GlobalGroup']

/** A place inside a file where searched words stand. */
export type DocumentHit = Schemas['DocsSearchHit']

/** What administrators see and change; package admin of the server has the meaning. */
export type AdminSetting = Schemas['SettingView']
export type AdminProvider = Schemas['ProviderView']
export type AdminVendor = Schemas['VendorView']
export type AdminTrial = Schemas['TrialView']
export type AdminSource = Schemas['SourceView']
export type AdminEngine = Schemas['EngineView']
export type AdminSourceTrial = Schemas['SourceTrialView']
export type AdminUser = Schemas['UserView']
export type AdminFeedback = Schemas['FeedbackView']
export type AdminNotice = Schemas['NoticeView']
export type AdminUsage = Schemas['UsageView']
export type AdminEntry = Schemas['EntryView']
export type AdminFact = Schemas['FactView']
/** One event of the security log. */
export type SecurityEvent = Schemas['EventView']

/** What a login came to. */
export type LoginAnswer = Schemas['LoginAnswer']

/** How one can log in here. */
export type LoginConfig = Schemas['LoginConfig']

/** The paths that take a POST. */
export type PostPath = {
  [P in keyof paths]: paths[P] extends { post: object } ? P : never
}[keyof paths]

/** As it is given to a call: lists may be readonly. */
type Given<T> = T extends readonly (infer U)[]
  ? readonly Given<U>[]
  : T extends object
    ? { [K in keyof T]: Given<T[K]> }
    : T

/** What a POST to the path takes; an empty object where it takes nothing. */
export type Body<P extends PostPath> = paths[P] extends {
  post: { requestBody: { content: { 'application/json': infer T } } }
}
  ? Given<T>
  : Record<string, never>

/** What the page sends by POST, path by path. */
export type Bodies = { [P in PostPath]: Body<P> }

/** The JSON of a successful answer. */
export type Answer<P extends keyof paths, M extends Method> = paths[P][M] extends {
  responses: { 200: { content: { 'application/json': infer T } } }
}
  ? T
  : never

/** The paths that answer a GET. */
export type GetPath = {
  [P in keyof paths]: paths[P] extends { get: object } ? P : never
}[keyof paths]

export type Method = 'get' | 'post'

type Parameters<P extends keyof paths, M extends Method> = paths[P][M] extends { parameters: infer T }
  ? T
  : object

/** What stands in the address of a call: a value for every {name} of its path, and its query. */
export interface Place<P extends keyof paths, M extends Method> {
  path?: Parameters<P, M> extends { path: infer T } ? T : undefined
  query?: Parameters<P, M> extends { query?: infer T } ? T : undefined
}
