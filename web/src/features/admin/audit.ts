import type { AdminEntry } from '@/api'
import type { MessageId } from '@/i18n'
import { labelOf } from './audit-fields'
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

/** The target of an action, in words. */
export function targetOf(t: T, action: string, target: string, nameOf: NameOf): string {
  if (ofUsers.includes(action)) return nameOf(target, 'account')
  const section = action === 'settings.save' && sections[target]
  return section ? t(section) : target
}

/** Lines of text about the effect of an action, one for each change; no lines if the action itself says everything. */
export function detailOf(t: T, entry: AdminEntry, moment: (ms: number) => string, locale: string): string[] {
  const { action, target, detail } = entry
  if (action === 'settings.save') {
    return [...new Set(entry.changes.map((c) => changeOf(t, target, c, locale)))]
  }
  if (action === 'user.change') return ofAccount(t, detail, moment)
  const said = /^(\S+) ?(.*)$/s.exec(detail)
  const verb = said && verbs[action]?.[said[1]!]
  if (!said || !verb) return detail ? [detail] : []
  const [version, ...reason] = action === 'agent.review' ? said[2]!.split(' ') : []
  const numbered = said[1] === 'approve' || said[1] === 'refuse'
  const rest = numbered ? [t('admin.agent.version', { number: version }), reason.join(' ')] : [said[2]]
  return [[t(verb), ...rest].filter(Boolean).join(' · ')]
}

/** The texts for decisions, by action and by the first word of `detail`. */
const verbs: Record<string, Record<string, MessageId>> = {
  'agent.review': {
    approve: 'admin.agent.approve',
    refuse: 'admin.agent.refuse',
    takeDown: 'admin.agent.down',
    dismiss: 'admin.share.dismiss',
    feature: 'admin.agent.featured',
  },
  'share.review': {
    down: 'admin.share.takeDown',
    up: 'admin.share.putBack',
    dismiss: 'admin.share.dismiss',
  },
  'feedback.handle': {
    'handled=true': 'admin.feedback.handle',
    'handled=false': 'admin.feedback.reopen',
  },
}

/** The text for one change of a section: the provider or source, the kind of change, and the labels of the fields. */
function changeOf(t: T, section: string, c: AdminEntry['changes'][number], locale: string): string {
  // In these two sections, the text names the changed item; in other sections, only the list that contains it.
  const named = section === 'providers' || section === 'search'
  const name = c.name
  switch (c.how) {
    case 'moved':
    case 'reset':
    case 'same':
    case 'more':
      return t(`admin.audit.${c.how}`)
    case 'added':
      if (named) return t('admin.audit.added', { name })
      break
    case 'removed':
      if (named) return t('admin.audit.removed', { name })
      break
  }
  const paths = c.list && !named ? [{ path: c.list, label: '' }] : c.fields
  const fields = [...new Set(paths.map((f) => f.label || fieldOf(t, section, f.path)))]
  // The text for fields without a label comes last.
  fields.sort((a, b) => Number(a === t('admin.audit.other')) - Number(b === t('admin.audit.other')))
  const list = new Intl.ListFormat(locale, { type: 'conjunction' }).format(fields)
  return c.list && named
    ? t('admin.audit.changed', { name, fields: list })
    : t('admin.audit.fields', { fields: list })
}

function fieldOf(t: T, section: string, path: string): string {
  const model = section === 'providers' && /^models\[(.+)\]$/.exec(path)?.[1]
  if (model) return t('admin.audit.model', { name: model })
  return t(labelOf(section, path) ?? 'admin.audit.other')
}

function ofAccount(t: T, detail: string, moment: (ms: number) => string): string[] {
  const out: string[] = []
  let rest = detail
  for (;;) {
    const said = /^(role|disabled|bannedUntil)=(\w+) ?(.*)$/s.exec(rest)
    if (!said) break
    const [, key, value, more] = said
    rest = more!
    if (key === 'role') out.push(t(value === '1' ? 'admin.user.promote' : 'admin.user.demote'))
    else if (key === 'disabled') out.push(t(value === 'true' ? 'admin.user.disable' : 'admin.user.enable'))
    else if (value === '0') out.push(t('admin.user.banLift'))
    else {
      // Everything after the end of the ban is the reason for the ban.
      out.push([t('admin.user.banned', { until: moment(Number(value)) }), rest].filter(Boolean).join(' · '))
      rest = ''
    }
  }
  return rest.trim() ? [...out, rest.trim()] : out
}
