// Generated from internal/source/kind.go by `go run ./internal/source/gen`. Do not edit.

/** How a source is opened: a file beside the conversation, a page of ours, another site, or its quote alone. */
export type Opening = "file" | "page" | "site" | "quote"

export const sourceKinds = {
  favorite: { opens: "page", name: { 'zh-CN': "收藏", 'zh-TW': "收藏", en: "Favourite" } },
  file: { opens: "file", name: { 'zh-CN': "文件", 'zh-TW': "檔案", en: "File" } },
  knowledge: { opens: "quote", name: { 'zh-CN': "资料库", 'zh-TW': "資料庫", en: "Knowledge" } },
  memory: { opens: "page", name: { 'zh-CN': "记忆", 'zh-TW': "記憶", en: "Memory" } },
  message: { opens: "page", name: { 'zh-CN': "对话", 'zh-TW': "對話", en: "Conversation" } },
  note: { opens: "page", name: { 'zh-CN': "笔记", 'zh-TW': "筆記", en: "Note" } },
  web: { opens: "site", name: { 'zh-CN': "网页", 'zh-TW': "網頁", en: "Web page" } },
} as const
