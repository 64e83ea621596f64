import type { MessageId } from '@/i18n'
import type { ProviderRow } from './provider'
import type { SourceRow } from './source'

/** The labels of a provider's fields in the form; the type requires a label for every field. */
const ofProvider: Record<Exclude<keyof ProviderRow, 'id'>, MessageId> = {
  name: 'admin.provider.name',
  baseUrl: 'admin.provider.url',
  key: 'admin.provider.key',
  models: 'admin.model.title',
  aliases: 'admin.provider.aliases',
  proxy: 'admin.provider.proxy',
  local: 'admin.provider.local',
  disabled: 'admin.audit.field.disabled',
}

/** The labels of a search source's fields in the form. */
const ofSource: Record<Exclude<keyof SourceRow, 'id' | 'own'>, MessageId> = {
  engine: 'admin.source.engines',
  name: 'admin.provider.name',
  url: 'admin.provider.url',
  key: 'admin.provider.key',
  keyId: 'admin.source.keyId',
  proxy: 'admin.provider.proxy',
  local: 'admin.provider.local',
  fallOver: 'admin.source.fallOver',
  dailyLimit: 'admin.source.dailyLimit',
  cost: 'admin.source.cost',
  option: 'admin.source.option',
  disabled: 'admin.audit.field.disabled',
}

/** The labels of fields, by section and path. For the fields of other sections, the server sends the labels. */
const labels: Record<string, Record<string, MessageId>> = {
  providers: { ...ofProvider, defaultModel: 'admin.provider.default' },
  search: { ...ofSource, media: 'admin.source.mediaWhen' },
  general: {
    guidance: 'admin.general.guidance',
    greetings: 'admin.audit.field.greetings',
    'appBaseConfig.tempConvNotice': 'admin.general.tempNotice',
    inspirations: 'admin.tab.question',
    inspirationTags: 'admin.tab.question',
  },
  moderation: { words: 'admin.tab.word', allow: 'admin.audit.field.allow' },
}

/** The label of the field at a path, or of the field that contains it; undefined if there is no label. */
export function labelOf(section: string, path: string): MessageId | undefined {
  const known = labels[section] ?? {}
  // The key of an alias and the id of a model may contain points and brackets, so the path is shortened from its end.
  for (let at = path; at; at = at.replace(/[.[]?[^.[]*$/, '')) if (known[at]) return known[at]
  return undefined
}
