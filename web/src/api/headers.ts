import { i18n } from '@/i18n'
import { projectHere } from '@/lib/address'
import { boot } from '@/lib/boot'
import { isPhone, platform } from '@/lib/platform'
import { randomId } from '@/lib/random'
import { storage } from '@/lib/storage'

/** Version of the web client that calls state. */
export const WEB_VERSION = '2.43.11'
const CHAT_VERSION = 'v1'

let device: string | undefined

/** The id of this browser: 16 random characters, kept where storage allows, else for this page. */
export function deviceId(): string {
  if (!device) {
    const kept = storage.get('device')
    device = kept && /^[\w-]{16}$/.test(kept) ? kept : randomId()
    if (device !== kept) storage.set('device', device)
  }
  return device
}

/** The X-AgentID value of a page address: the agent, and the conversation when one is open. */
export function agentHeader(pathname: string, defaultAgentId: string): string {
  const [, agentId, chatId] = /^\/chat\/([\w-]{1,64})(?:\/([\w-]{8,128}))?/.exec(pathname) ?? []
  return [agentId ?? defaultAgentId, chatId].filter(Boolean).join('/')
}

/** Calls about the open conversation and files, whatever they name. */
const OF_CHAT = /^\/api\/(chat\/|stop\/|resource\/|research\/|web\/copy|agent\/model\/list|user\/docs\/)/

const shared = new Map<string, string>()

/** Says to which project a conversation belongs; absent: to nobody but the person. */
export function belongs(chatId: string, project?: string): void {
  if (project) shared.set(chatId, project)
  else shared.delete(chatId)
}

/** What is about a conversation of a project, or a file on its page, acts for the project; the lists beside it do not. */
export function projectHeader(path: string, body: string): Record<string, string> {
  const here = projectHere()
  let project = here && OF_CHAT.test(path) ? here : undefined
  for (const [chat, of] of shared) if (path.includes(chat) || body.includes(chat)) project = of
  return project ? { 'X-Project-Id': project } : {}
}

/** The headers that every call carries . Identity is a cookie and not among them. */
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
