import { boot } from './boot'

/** A path with a query; what is undefined or empty is left out. */
export function address(path: string, query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

/** Where a conversation is shown. */
export function chatAddress(chatId: string, agentId: string = boot.defaultAgentId): string {
  return `/chat/${encodeURIComponent(agentId)}/${encodeURIComponent(chatId)}`
}

/** The page on which questions ask for a study. */
export const STUDIES = '/deepsearch-subpage'

/** Where a conversation of that page is shown. */
export function studyAddress(chatId: string, agentId: string = boot.defaultAgentId): string {
  return `${STUDIES}/${encodeURIComponent(agentId)}/${encodeURIComponent(chatId)}`
}

/** A project, and where its conversations are shown; without an id a new one begins there. */
export const projectAddress = (project: string) => `/project/${encodeURIComponent(project)}`
export const projectChatAddress = (project: string, chatId = '') =>
  `${projectAddress(project)}/chat${chatId && `/${encodeURIComponent(chatId)}`}`

/** The project in one of whose conversations the page is. */
export const projectHere = (at = location.pathname) => /^\/project\/([\w-]+)\/chat(?:\/|$)/.exec(at)?.[1]
