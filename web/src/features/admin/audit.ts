import type { MessageId } from '@/i18n'
import type { NameOf } from './names'

type T = (id: MessageId, values?: Record<string, unknown>) => string

/** The text for each section of the settings: the name of its page or of its subject. */
const sections: Record<string, MessageId> = {
  providers: 'admin.tab.provider',
  search: 'admin.tab.source',
  general: 'admin.tab.general',
  moderation: 'admin.tab.word',
  login: 'admin.tab.login',
  limits: 'admin.tab.limit',
  apikeys: 'admin.limit.keys',
  tools: 'admin.tab.tool',
  research: 'chat.mode.research',
}

/** Actions whose target is an account. */
const ofUsers = ['user.change', 'user.logout']

/** Actions whose target is an id that is not shown. */
const ofRows = ['notice.post', 'notice.takeBack']

/** The target of an action, in words. */
export function targetOf(t: T, action: string, target: string, nameOf: NameOf): string {
  if (ofUsers.includes(action)) return nameOf(target, 'account')
  if (ofRows.includes(action)) return ''
  const section = action === 'settings.save' && sections[target]
  return section ? t(section) : target
}

/** The change of an account in words; for any other action, the recorded detail. */
export function detailOf(t: T, action: string, detail: string, moment: (ms: number) => string): string {
  if (action !== 'user.change') return detail
  const [, key, value, rest] = /^(role|disabled|bannedUntil)=(\w+) ?(.*)$/s.exec(detail) ?? []
  const reason = rest ? [rest] : []
  switch (key) {
    case 'role':
      return t(value === '1' ? 'admin.user.promote' : 'admin.user.demote')
    case 'disabled':
      return t(value === 'true' ? 'admin.user.disable' : 'admin.user.enable')
    case 'bannedUntil':
      return value === '0'
        ? t('admin.user.banLift')
        : [t('admin.user.banned', { until: moment(Number(value)) }), ...reason].join(' · ')
    default:
      return detail
  }
}
