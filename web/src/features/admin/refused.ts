import type { MessageId } from '@/i18n'
import type { AdminPath } from './calls'

type T = (id: MessageId, values?: Record<string, unknown>) => string

type AreaIn<P> = P extends `/api/admin/${infer A}/${string}`
  ? A
  : P extends `/api/admin/${infer A}`
    ? A
    : never
type VerbIn<P> = P extends `/api/admin/${string}/${infer V}` ? V : never

/** What the calls of administrators are about; mostly the name of a page. The type requires every area of the API. */
const areas: Record<AreaIn<AdminPath>, MessageId> = {
  agent: 'admin.tab.agent',
  audit: 'admin.tab.audit',
  feedback: 'admin.tab.feedback',
  mcp: 'admin.tab.connector',
  notice: 'admin.tab.notice',
  provider: 'admin.tab.provider',
  security: 'admin.tab.security',
  settings: 'admin.security.call.settings',
  share: 'admin.tab.share',
  site: 'admin.tab.site',
  source: 'admin.tab.source',
  system: 'admin.tab.system',
  usage: 'admin.tab.usage',
  user: 'admin.tab.user',
}

/** What the calls do; a call without a verb shows something. The type requires every verb of the API. */
const verbs: Record<VerbIn<AdminPath>, 'see' | 'act' | 'test'> = {
  accept: 'act',
  approve: 'act',
  backup: 'act',
  change: 'act',
  crawl: 'act',
  decide: 'act',
  delete: 'act',
  diagnostics: 'see',
  dismiss: 'act',
  down: 'act',
  feature: 'act',
  get: 'see',
  handle: 'act',
  list: 'see',
  logout: 'act',
  names: 'see',
  post: 'act',
  preview: 'see',
  published: 'see',
  queue: 'see',
  refuse: 'act',
  remove: 'act',
  reports: 'see',
  save: 'act',
  test: 'test',
  try: 'test',
}

const has = <T extends object>(table: T, key: PropertyKey): key is keyof T => Object.hasOwn(table, key)

/** The error code of calls that are refused because the asker is banned: all of them ask a question. */
const banned = '21005'

/**
 * What a refused call was for, by its method and path; undefined for a path without words. Stored events can have paths
 * of earlier versions.
 */
export function callOf(t: T, call: string, code: string): string | undefined {
  if (code === banned) return t('admin.security.call.ask')
  const [, area = '', verb] = /^\w+ \/api\/admin\/(\w+)(?:\/(\w+))?$/.exec(call) ?? []
  if (!has(areas, area)) return undefined
  const act = !verb ? 'see' : has(verbs, verb) ? verbs[verb] : 'act'
  return t(`admin.security.call.${act}`, { name: t(areas[area]) })
}
