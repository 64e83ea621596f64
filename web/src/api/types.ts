import type { components, paths } from './schema.gen'

type Schemas = components['schemas']

/** One row of the conversation list. Times are in Unix ms. A row created by this page itself has fewer fields. */
export type ConversationRow = Pick<Schemas['Summary'], 'id' | 'title' | 'lastRepliedAt'> &
  Partial<Schemas['Summary']>

/** One page of the conversation list. */
export type ConversationPage = Omit<Schemas['Listed'], 'conversations'> & { conversations: ConversationRow[] }

/** One row of the table of capabilities on the page 接入模型. */
export type Capability = Schemas['CapabilityRow']

/** A provider of models that is configured or was detected. */
export type ProviderRow = Schemas['ProviderRow']

/** The report on an import: what can be imported (before it) or what was added (after it), and what is skipped. */
export type TransferReport = Schemas['Report']

/** One file of the library. Times are in Unix seconds. */
export type DocumentView = Schemas['DocumentView']

/**
 * A result of the global search, such as a conversation, a message or a place in a file. FoundGroup has the results of
 * one kind.
 */
export type Found = Schemas['GlobalFound']
export type FoundGroup = Schemas['GlobalGroup']

/** A place in a file that contains the searched words. */
export type DocumentHit = Schemas['DocsSearchHit']

/** Data of the administration, documented in package admin of the server. */
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

/** The result of a login. */
export type LoginAnswer = Schemas['LoginAnswer']

/** The available login methods. */
export type LoginConfig = Schemas['LoginConfig']

export type PostPath = {
  [P in keyof paths]: paths[P] extends { post: object } ? P : never
}[keyof paths]

/** The type T, except that its lists may be readonly; for the bodies of requests. */
type Given<T> = T extends readonly (infer U)[]
  ? readonly Given<U>[]
  : T extends object
    ? { [K in keyof T]: Given<T[K]> }
    : T

/** The JSON body of a POST to the path; an empty object if the POST has no JSON body. */
export type Body<P extends PostPath> = paths[P] extends {
  post: { requestBody: { content: { 'application/json': infer T } } }
}
  ? Given<T>
  : Record<string, never>

/** The bodies of POST calls by path. */
export type Bodies = { [P in PostPath]: Body<P> }

/** The JSON of a successful response. */
export type Answer<P extends keyof paths, M extends Method> = paths[P][M] extends {
  responses: { 200: { content: { 'application/json': infer T } } }
}
  ? T
  : never

export type GetPath = {
  [P in keyof paths]: paths[P] extends { get: object } ? P : never
}[keyof paths]

export type Method = 'get' | 'post'

type Parameters<P extends keyof paths, M extends Method> = paths[P][M] extends { parameters: infer T }
  ? T
  : object

/** The variable parts of a call's address: a value for every {name} of its path, and its query. */
export interface Place<P extends keyof paths, M extends Method> {
  path?: Parameters<P, M> extends { path: infer T } ? T : undefined
  query?: Parameters<P, M> extends { query?: infer T } ? T : undefined
}
