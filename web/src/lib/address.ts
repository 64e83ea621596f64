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

/** The project for which the page acts: that of the conversation or of the file that it shows. */
export function projectHere({ pathname, search }: { pathname: string; search: string } = location) {
  const named = pathname.startsWith('/tool/') && new URLSearchParams(search).get('project_id')
  return /^\/project\/(prj-\w+)\/chat(?:\/|$)/.exec(pathname)?.[1] ?? (named || undefined)
}

/** An address of a file or of what was read of a page, as members of the project open it. */
export function inProject(url: string, project = projectHere()): string {
  const own = /^\/(api\/(resource|web\/copy)|tool\/(file|web)-viewer)\b/.test(url)
  if (!project || !own || url.includes('project_id=')) return url
  return `${url}${url.includes('?') ? '&' : '?'}project_id=${encodeURIComponent(project)}`
}
