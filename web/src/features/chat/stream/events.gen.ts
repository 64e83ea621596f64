// Generated from internal/stream by `go run ./internal/stream/gen`. Do not edit.

export const kinds = ["text", "status", "search_with_text", "reasoner", "deepThink", "deepSearch", "imageText", "card", "outline", "docCard", "meetingBot"] as const
export type Kind = (typeof kinds)[number]

export const textKinds = ["imageText", "card", "outline", "docCard", "meetingBot"] as const
export type TextKind = (typeof textKinds)[number]

export const keptKinds = ["card", "deepThink", "reasoner"] as const
export type KeptKind = (typeof keptKinds)[number]

export const states = ["running", "done", "sensitive", "error", "manualStop", "interrupt"] as const
export type State = (typeof states)[number]

export const partStates = ["input", "waiting", "running", "done", "failed", "declined"] as const
export type PartState = (typeof partStates)[number]

export const fileTypes = ["image", "video", "audio", "pdf", "txt", "doc", "ppt", "excel", "code", "file"] as const
export type FileType = (typeof fileTypes)[number]

export const chunkTypes = ["text", "think", "reasoner", "search_with_text", "searchGuid", "step", "progress", "deepSearch", "tool", "card", "replace", "multiAnswer", "status", "continue_step", "step_update", "deepSearch_update", "meta"] as const
export type ChunkType = (typeof chunkTypes)[number]

/** Failure codes whose answer can be continued; any other is an error. */
export const failureState: Readonly<Record<string, State>> = {
  "80002": "interrupt",
  "80015": "interrupt",
  "80016": "interrupt",
  "80018": "interrupt",
}

/** Codes of steps, with the names of their args in this order. */
export const stepCodes = {
  asof: ["date"],
  find: ["query"],
  garbled: ["name", "pages"],
  instead: ["reason"],
  left: ["count"],
  library: [],
  more: ["count"],
  none: [],
  notseen: ["count", "more", "names"],
  nottaken: ["count", "more", "names"],
  open: ["name"],
  read: ["name"],
  said: ["cn", "tw", "en"],
  search: ["query"],
  toomany: ["count", "more", "names"],
  truncated: [],
  unheard: ["name"],
  unlinked: [],
  unlooked: ["name"],
  unread: ["name", "reason"],
  unseen: ["name"],
  web: [],
} as const
export type StepCode = keyof typeof stepCodes

/** What a fold keeps at most: the limits of internal/stream/limits.go, by name. */
export const limits = {
  args: 16,
  cardData: 32768,
  contents: 200,
  docs: 20,
  id: 128,
  long: 8192,
  parts: 2000,
  short: 2048,
  title: 512,
} as const

/** Text is an increment of the answer, Markdown. An empty Msg adds no text. A Text with an empty Msg before all content is the opening sentinel and marks the start of the answer. Kind is empty for plain text. Chunks of type imageText, outline, docCard or meetingBot are Texts, too. So is a chunk of type card without an id or without a kind (see Card). For these chunks, Kind is the type on the wire. */
export interface TextEvent {
  type: "text"
  /** on the wire this is the chunk's type; never in an item */
  kind?: TextKind
  msg?: string
  mask?: number
  isTitle?: boolean
  componentId?: string
  label?: string
  index?: number
  sensitive?: boolean
  permission?: string
}

/** Think is an increment of the thinking text. Status 1 means running, 2 finished; Title is the title of the thinking block. */
export interface ThinkEvent {
  type: "think"
  title?: string
  iconType?: number
  content: string
  status?: number
  mask?: number
  isTitle?: boolean
  componentId?: string
  label?: string
  index?: number
  sensitive?: boolean
  permission?: string
}

/** Reasoner is an increment of reasoning in the older form of the protocol. */
export interface ReasonerEvent {
  type: "reasoner"
  msg: string
  mask?: number
  isTitle?: boolean
  componentId?: string
  label?: string
  index?: number
  sensitive?: boolean
  permission?: string
}

/** SearchWithText announces that the following text is based on a search. */
export interface SearchWithTextEvent {
  type: "search_with_text"
  msg?: string
  docs?: Doc[]
  mask?: number
  isTitle?: boolean
  componentId?: string
  label?: string
  index?: number
  sensitive?: boolean
  permission?: string
}

/** SearchGuid lists the sources; a later list replaces an earlier one. */
export interface SearchGuidEvent {
  type: "searchGuid"
  title: string
  docs: Doc[]
  mask?: number
  isTitle?: boolean
  componentId?: string
  label?: string
  index?: number
  sensitive?: boolean
  permission?: string
}

/** Step is one step of the work, such as 正在阅读. A step without an ID ends as soon as it is sent. A step with an ID has a State, which StepUpdate changes. If a step belongs to another step, Parent is the ID of that step. From Code and Args, a client can form the sentence in its reader's language. Clients that do not know the Code show Msg. Docs are the pages found or read by the step; the Index of these Docs has no meaning. */
export interface StepEvent {
  type: "step"
  msg: string
  id?: string
  state?: PartState
  detail?: string
  parent?: string
  code?: string
  args?: string[]
  docs?: Doc[]
  mask?: number
  isTitle?: boolean
  componentId?: string
  label?: string
  index?: number
  sensitive?: boolean
  permission?: string
}

/** Progress is the progress of a step. Desc is the name of the step; Value is between 0 and 1. */
export interface ProgressEvent {
  type: "progress"
  value: number
  desc: string
  mask?: number
  isTitle?: boolean
  componentId?: string
  label?: string
  index?: number
  sensitive?: boolean
  permission?: string
}

/** DeepSearch is one block of the record of a deep research. A block with an ID has a State, and DeepSearchUpdate changes the block. */
export interface DeepSearchEvent {
  type: "deepSearch"
  id?: string
  state?: PartState
  title: string
  iconType?: number
  contents: DeepSearchItem[]
  mask?: number
  isTitle?: boolean
  componentId?: string
  label?: string
  index?: number
  sensitive?: boolean
  permission?: string
}

/** Tool is one use of a tool. A later event with the same ID replaces the tool use at its place. Input and Output are shortened texts for people, at most 2 KiB each. */
export interface ToolEvent {
  type: "tool"
  id: string
  name: string
  title: string
  state: PartState
  input?: string
  output?: string
  error?: string
  ms?: number
  mask?: number
  isTitle?: boolean
  componentId?: string
  label?: string
  index?: number
  sensitive?: boolean
  permission?: string
}

/** Card is content that a client draws according to its kind: a chart, a generated file, an outline. A later event with the same ID replaces the card at its place. Data is JSON, at most 32 KiB; its form depends on the Kind. A client that does not know the Kind shows Fallback. A chunk of type card without an ID or without a Kind is a Text of KindCard. */
export interface CardEvent {
  type: "card"
  id: string
  kind: string
  title?: string
  state?: PartState
  data?: unknown
  fallback?: string
  mask?: number
  isTitle?: boolean
  componentId?: string
  label?: string
  index?: number
  sensitive?: boolean
  permission?: string
}

/** Replace fills the placeholder [](@replace=ID) in the text. For each ID, the last event counts. */
export interface ReplaceEvent {
  type: "replace"
  replace: Replacement
  mask?: number
  isTitle?: boolean
  componentId?: string
  label?: string
  index?: number
  sensitive?: boolean
  permission?: string
}

/** MultiAnswer shows answers of several models side by side. A later MultiAnswer replaces an earlier MultiAnswer. */
export interface MultiAnswerEvent {
  type: "multiAnswer"
  answers: ModelAnswer[]
  mask?: number
  isTitle?: boolean
  componentId?: string
  label?: string
  index?: number
  sensitive?: boolean
  permission?: string
}

/** File is an attachment of a question in the history. FileType is one of FileTypes. A File never occurs in a live stream. */
export interface FileEvent {
  type: FileType
  id?: string
  fileName: string
  url: string
  size?: number
}

/** Status is a line about the current work before content arrives, such as 正在搜索 or 排队中. */
export interface StatusEvent {
  type: "status"
  msg: string
  mask?: number
  isTitle?: boolean
  componentId?: string
  label?: string
  index?: number
  sensitive?: boolean
  permission?: string
}

/** ContinueStep appends Msg to the step that has the same ID. Without an ID, it appends Msg to the newest step, or starts a step if there is none. An unknown ID changes nothing. */
export interface ContinueStepEvent {
  type: "continue_step"
  msg: string
  id?: string
  mask?: number
  isTitle?: boolean
  componentId?: string
  label?: string
  index?: number
  sensitive?: boolean
  permission?: string
}

/** StepUpdate changes the step that has the same ID. The step stays at its place. Empty fields do not change the step; an unknown ID changes nothing. */
export interface StepUpdateEvent {
  type: "step_update"
  id: string
  state?: PartState
  detail?: string
  docs?: Doc[]
  mask?: number
  isTitle?: boolean
  componentId?: string
  label?: string
  index?: number
  sensitive?: boolean
  permission?: string
}

/** DeepSearchUpdate changes the research block that has the same ID. The block stays at its place. Contents are appended. An empty State or Title does not change the block. An unknown ID changes nothing. */
export interface DeepSearchUpdateEvent {
  type: "deepSearch_update"
  id: string
  state?: PartState
  title?: string
  contents?: DeepSearchItem[]
  mask?: number
  isTitle?: boolean
  componentId?: string
  label?: string
  index?: number
  sensitive?: boolean
  permission?: string
}

/** Meta comes after the content of an answer and states which model made it. */
export interface MetaEvent {
  type: "meta"
  messageId: string
  index: number
  replyId: string
  replyIndex: number
  repeatIndex: number
  traceId: string
  stopReason: string
  endConv: boolean
  chainID: string
  pluginID?: string
  ic?: number
  chatModelId: string
  modelId: string
  tokenUsageInfo: TokenUsage
  hints?: string[]
}

/** Failure ends a stream that started with HTTP 200. Code is a code of the error catalogue. */
export interface FailureEvent {
  type: "error"
  msg: string
  code: string
}

/** Revoke withdraws the answer, and with RevokeQAPair also the question. The kind of the message becomes text again. */
export interface RevokeEvent {
  type: "revoke"
  revokeQAPair?: boolean
  deleteIndexList?: number[]
  sensitive?: boolean
  permission?: string
}

/** Cutoff states that the answer was cut off at a limit of its length or time and can be continued. */
export interface CutoffEvent {
  type: "cutoff"
}

/** SpeechType states the kind of the content that follows. On the wire it is a plain word after "event: speech_type". */
export interface SpeechTypeEvent {
  type: "speechType"
  kind: Kind
}

/** Reset is specific to this product: the frames that follow are the whole answer from its beginning, and readers drop the content that they have received before. */
export interface ResetEvent {
  type: "reset"
}

/** Plugin is [plugin: ID], the first event after the content and after a Cutoff, if any. */
export interface PluginEvent {
  type: "plugin"
  id: string
}

/** MsgIndex is [MSGINDEX:N], the index of the answer. */
export interface MsgIndexEvent {
  type: "msgIndex"
  n: number
}

/** TraceID is [TRACEID:ID]. */
export interface TraceIDEvent {
  type: "traceId"
  id: string
}

/** Done is [DONE]: the answer is complete, or was stopped by its reader. */
export interface DoneEvent {
  type: "done"
}

/** SensitiveEnd is [SENSITIVE]: it ends the stream instead of [DONE]. */
export interface SensitiveEndEvent {
  type: "sensitive"
}

/** Entry is [ENTRY], an older form of a newline. It is decoded, never sent. */
export interface EntryEvent {
  type: "entry"
}

/** Unreadable is a frame that could not be decoded. It counts as empty text and is reported, never shown. It is not encoded. */
export interface UnreadableEvent {
  type: "unreadable"
  raw: string
}

/** Doc is one source of an answer. Index is the N of [citation:N]. If the source is a file of the asker, DocID is the file's id, and Quote occurs on the Page. Kind is the kind of the source (file, web, message, note, favorite, memory, knowledge; empty: not stated). Locator is the cited place in the source, such as page=3. Verified states whether the server has read the web page (see Verifications). CopyURL is the address of the stored copy of the page's text. */
export interface Doc {
  index: number
  docId: string
  title: string
  url: string
  quote: string
  page?: number
  publish_time: string
  icon_url: string
  web_site_name: string
  sourceName: string
  kind?: string
  locator?: string
  verified?: string
  copy_url?: string
}

/** DeepSearchItem is text or sources inside a research block. */
export interface DeepSearchItem {
  type?: string
  msg?: string
  docs?: Doc[]
}

/** Replacement is the content of a placeholder. Status is 0 before the work starts, 1 while it runs, and 2 when it failed. After success, Status is 0 and there are Multimedias. */
export interface Replacement {
  id: string
  display?: string
  status?: number
  multimedias: Media[]
}

/** ModelAnswer is one of several answers. */
export interface ModelAnswer {
  index: number
  msg: string
  chatModelId: string
}

/** TokenUsage counts tokens. */
export interface TokenUsage {
  promptTokens: number
  completionTokens: number
  totalTokens: number
}

/** Message is the result of folding an answer's events: what history stores and what the page draws. The zero Message is not usable; start from NewMessage. */
export interface Message {
  kind: Kind
  state: State
  began: boolean
  content: Item[]
  cutoff?: boolean
  hidden?: boolean
  hidePair?: boolean
  deleteIdx?: number[]
  status?: string
  errorCode?: string
  errorMsg?: string
  meta?: Omit<MetaEvent, "type">
  unreadable?: number
  dropped?: number
}

/** Media is one picture, video or file of an answer. */
export interface Media {
  mediaId: string
  url: string
  previewUrl: string
  downloadUrl: string
  originUrl: string
}

export type StreamEvent =
  | TextEvent
  | ThinkEvent
  | ReasonerEvent
  | SearchWithTextEvent
  | SearchGuidEvent
  | StepEvent
  | ProgressEvent
  | DeepSearchEvent
  | ToolEvent
  | CardEvent
  | ReplaceEvent
  | MultiAnswerEvent
  | FileEvent
  | StatusEvent
  | ContinueStepEvent
  | StepUpdateEvent
  | DeepSearchUpdateEvent
  | MetaEvent
  | FailureEvent
  | RevokeEvent
  | CutoffEvent
  | SpeechTypeEvent
  | ResetEvent
  | PluginEvent
  | MsgIndexEvent
  | TraceIDEvent
  | DoneEvent
  | SensitiveEndEvent
  | EntryEvent
  | UnreadableEvent

/** One folded item of a message. */
export type Item =
  | TextEvent
  | ThinkEvent
  | ReasonerEvent
  | SearchWithTextEvent
  | SearchGuidEvent
  | StepEvent
  | ProgressEvent
  | DeepSearchEvent
  | ToolEvent
  | CardEvent
  | ReplaceEvent
  | MultiAnswerEvent
  | FileEvent

/** JSON bodies: field → type; `?` is left out when zero, `[]` is a list, a capital names another shape. */
export const shapes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  text: { msg: "string?", mask: "int?", isTitle: "boolean?", componentId: "string?", label: "string?", index: "int?", sensitive: "boolean?", permission: "string?" },
  think: { title: "string?", iconType: "int?", content: "string", status: "int?", mask: "int?", isTitle: "boolean?", componentId: "string?", label: "string?", index: "int?", sensitive: "boolean?", permission: "string?" },
  reasoner: { msg: "string", mask: "int?", isTitle: "boolean?", componentId: "string?", label: "string?", index: "int?", sensitive: "boolean?", permission: "string?" },
  search_with_text: { msg: "string?", docs: "Doc[]?", mask: "int?", isTitle: "boolean?", componentId: "string?", label: "string?", index: "int?", sensitive: "boolean?", permission: "string?" },
  searchGuid: { title: "string", docs: "Doc[]", mask: "int?", isTitle: "boolean?", componentId: "string?", label: "string?", index: "int?", sensitive: "boolean?", permission: "string?" },
  step: { msg: "string", id: "string?", state: "string?", detail: "string?", parent: "string?", code: "string?", args: "string[]?", docs: "Doc[]?", mask: "int?", isTitle: "boolean?", componentId: "string?", label: "string?", index: "int?", sensitive: "boolean?", permission: "string?" },
  progress: { value: "number", desc: "string", mask: "int?", isTitle: "boolean?", componentId: "string?", label: "string?", index: "int?", sensitive: "boolean?", permission: "string?" },
  deepSearch: { id: "string?", state: "string?", title: "string", iconType: "int?", contents: "DeepSearchItem[]", mask: "int?", isTitle: "boolean?", componentId: "string?", label: "string?", index: "int?", sensitive: "boolean?", permission: "string?" },
  tool: { id: "string", name: "string", title: "string", state: "string", input: "string?", output: "string?", error: "string?", ms: "int?", mask: "int?", isTitle: "boolean?", componentId: "string?", label: "string?", index: "int?", sensitive: "boolean?", permission: "string?" },
  card: { id: "string", kind: "string", title: "string?", state: "string?", data: "json?", fallback: "string?", mask: "int?", isTitle: "boolean?", componentId: "string?", label: "string?", index: "int?", sensitive: "boolean?", permission: "string?" },
  replace: { replace: "Replacement", mask: "int?", isTitle: "boolean?", componentId: "string?", label: "string?", index: "int?", sensitive: "boolean?", permission: "string?" },
  multiAnswer: { answers: "ModelAnswer[]", mask: "int?", isTitle: "boolean?", componentId: "string?", label: "string?", index: "int?", sensitive: "boolean?", permission: "string?" },
  file: { id: "string?", fileName: "string", url: "string", size: "int?" },
  status: { msg: "string", mask: "int?", isTitle: "boolean?", componentId: "string?", label: "string?", index: "int?", sensitive: "boolean?", permission: "string?" },
  continue_step: { msg: "string", id: "string?", mask: "int?", isTitle: "boolean?", componentId: "string?", label: "string?", index: "int?", sensitive: "boolean?", permission: "string?" },
  step_update: { id: "string", state: "string?", detail: "string?", docs: "Doc[]?", mask: "int?", isTitle: "boolean?", componentId: "string?", label: "string?", index: "int?", sensitive: "boolean?", permission: "string?" },
  deepSearch_update: { id: "string", state: "string?", title: "string?", contents: "DeepSearchItem[]?", mask: "int?", isTitle: "boolean?", componentId: "string?", label: "string?", index: "int?", sensitive: "boolean?", permission: "string?" },
  meta: { messageId: "string", index: "int", replyId: "string", replyIndex: "int", repeatIndex: "int", traceId: "string", stopReason: "string", endConv: "boolean", chainID: "string", pluginID: "string?", ic: "int?", chatModelId: "string", modelId: "string", tokenUsageInfo: "TokenUsage", hints: "string[]?" },
  error: { msg: "string", code: "string" },
  revoke: { revokeQAPair: "boolean?", deleteIndexList: "int[]?", sensitive: "boolean?", permission: "string?" },
  Doc: { index: "int", docId: "string", title: "string", url: "string", quote: "string", page: "int?", publish_time: "string", icon_url: "string", web_site_name: "string", sourceName: "string", kind: "string?", locator: "string?", verified: "string?", copy_url: "string?" },
  DeepSearchItem: { type: "string?", msg: "string?", docs: "Doc[]?" },
  Replacement: { id: "string", display: "string?", status: "int?", multimedias: "Media[]" },
  ModelAnswer: { index: "int", msg: "string", chatModelId: "string" },
  TokenUsage: { promptTokens: "int", completionTokens: "int", totalTokens: "int" },
  Media: { mediaId: "string", url: "string", previewUrl: "string", downloadUrl: "string", originUrl: "string" },
}

/** What a fold cuts: limit bounds a text or JSON, or each text of a list; items bounds a list; of is the shape in it. */
export interface Bound {
  limit?: keyof typeof limits
  items?: keyof typeof limits
  of?: string
  json?: boolean
}

export const bounds: Readonly<Record<string, Readonly<Record<string, Bound>>>> = {
  step: { msg: { limit: "long" }, id: { limit: "id" }, state: { limit: "id" }, detail: { limit: "short" }, parent: { limit: "id" }, code: { limit: "id" }, args: { limit: "title", items: "args" }, docs: { items: "docs", of: "Doc" } },
  deepSearch: { id: { limit: "id" }, state: { limit: "id" }, title: { limit: "title" }, contents: { items: "contents", of: "DeepSearchItem" } },
  tool: { id: { limit: "id" }, name: { limit: "id" }, title: { limit: "title" }, state: { limit: "id" }, input: { limit: "short" }, output: { limit: "short" }, error: { limit: "short" } },
  card: { id: { limit: "id" }, kind: { limit: "id" }, title: { limit: "title" }, state: { limit: "id" }, data: { limit: "cardData", json: true }, fallback: { limit: "long" } },
  continue_step: { msg: { limit: "long" }, id: { limit: "id" } },
  step_update: { id: { limit: "id" }, state: { limit: "id" }, detail: { limit: "short" }, docs: { items: "docs", of: "Doc" } },
  deepSearch_update: { id: { limit: "id" }, state: { limit: "id" }, title: { limit: "title" }, contents: { items: "contents", of: "DeepSearchItem" } },
  DeepSearchItem: { type: { limit: "id" }, msg: { limit: "long" } },
}
