import { i18n } from '@/i18n'
import { projectHere } from '@/lib/address'
import { boot } from '@/lib/boot'
import { isPhone, platform } from '@/lib/platform'
import { randomId } from '@/lib/random'
import { storage } from '@/lib/storage'

/** Version of the web client, sent with every call. */
export const WEB_VERSION = '2.43.11'
const CHAT_VERSION = 'v1'

let device: string | undefined

/**
 * The id of this browser: 16 random characters. It is stored if storage is available, otherwise it lasts as long as
 * the page.
 */
export function deviceId(): string {
  if (!device) {
    const kept = storage.get('device')
    device = kept && /^[\w-]{16}$/.test(kept) ? kept : randomId()
    if (device !== kept) storage.set('device', device)
  }
  return device
}

/**
 * The X-AgentID value of a page: the agent and the conversation in its address after /chat/. If the address contains
 * no agent, the value contains the default agent.
 */
export function agentHeader(pathname: string, defaultAgentId: string): string {
  const [, agentId, chatId] = /^\/chat\/([\w-]{1,64})(?:\/([\w-]{8,128}))?/.exec(pathname) ?? []
  return [agentId ?? defaultAgentId, chatId].filter(Boolean).join('/')
}

/** Paths of calls that act for the project of the displayed page, even without the id of a conversation. */
const OF_CHAT = /^\/api\/(chat\/|stop\/|resource\/|research\/|web\/copy|agent\/model\/list|user\/docs\/)/

const shared = new Map<string, string>()

/** Stores the project of a conversation. Without `project`, the conversation belongs to the user alone. */
export function belongs(chatId: string, project?: string): void {
  if (project) shared.set(chatId, project)
  else shared.delete(chatId)
}

/**
 * The header that makes a call act for a project. A call has this header if its path or body contains the id of a
 * conversation stored by `belongs`. A call in OF_CHAT also has the header while the page shows a conversation, a file
 * or a copied web page of the project.
 */
export function projectHeader(path: string, body: string): Record<string, string> {
  const here = projectHere()
  let project = here && OF_CHAT.test(path) ? here : undefined
  for (const [chat, of] of shared) if (path.includes(chat) || body.includes(chat)) project = of
  return project ? { 'X-Project-Id': project } : {}
}

/** The headers of every call. The identity is not among them: it is sent as a cookie. */
export function commonHeaders(): Record<string, string> {
  return {
    'X-Requested-With': 'XMLHttpRequest',
    chat_version: CHAT_VERSION,
    'X-WebVersion': WEB_VERSION,
    'X-Source': isPhone() ? 'h5' : 'web',
    platform: platform(),
    'X-Language': i18n.locale,
    language: i18n.locale,
    'X-Device-Id': deviceId(),
    channel: boot.container.channel || boot.container.id,
    'X-AgentID': agentHeader(location.pathname, boot.defaultAgentId),
  }
}
