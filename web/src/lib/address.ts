import { boot } from './boot'

/** A path with a query; undefined and empty values are left out. */
export function address(path: string, query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

export function chatAddress(chatId: string, agentId: string = boot.defaultAgentId): string {
  return `/chat/${encodeURIComponent(agentId)}/${encodeURIComponent(chatId)}`
}

/** The page on which questions start a study. */
export const STUDIES = '/deepsearch-subpage'

/** The address of a conversation on the research page. */
export function studyAddress(chatId: string, agentId: string = boot.defaultAgentId): string {
  return `${STUDIES}/${encodeURIComponent(agentId)}/${encodeURIComponent(chatId)}`
}

/** Addresses of a project and of a conversation in it. Without chatId: the address of a new conversation. */
export const projectAddress = (project: string) => `/project/${encodeURIComponent(project)}`
export const projectChatAddress = (project: string, chatId = '') =>
  `${projectAddress(project)}/chat${chatId && `/${encodeURIComponent(chatId)}`}`

/** The project of the displayed conversation, file or copied web page; undefined if it belongs to no project. */
export function projectHere({ pathname, search }: { pathname: string; search: string } = location) {
  const named = pathname.startsWith('/tool/') && new URLSearchParams(search).get('project_id')
  return /^\/project\/(prj-\w+)\/chat(?:\/|$)/.exec(pathname)?.[1] ?? (named || undefined)
}

/** The address of a file or a copied web page for members of `project`; other addresses stay unchanged. */
export function inProject(url: string, project = projectHere()): string {
  const own = /^\/(api\/(resource|web\/copy)|tool\/(file|web)-viewer)\b/.test(url)
  if (!project || !own || url.includes('project_id=')) return url
  return `${url}${url.includes('?') ? '&' : '?'}project_id=${encodeURIComponent(project)}`
}
