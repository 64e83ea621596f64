import type { MessageId } from '@/i18n'
import type { Agent } from './calls'

/** The text for the state of an agent of the user. */
export function stateOf(a: Pick<Agent, 'visibility' | 'review'>): MessageId {
  if (a.review === 'waiting') return 'agent.state.waiting'
  if (a.review === 'refused') return 'agent.state.refused'
  if (a.review === 'down') return 'agent.state.down'
  if (a.visibility === 'public') return 'agent.state.public'
  if (a.visibility === 'link') return 'agent.state.link'
  return 'agent.state.private'
}

/** The categories of the store, in display order. */
export const categories = ['work', 'writing', 'study', 'code', 'data', 'life'] as const

/** The chat modes, in the order of the form. */
export const modes = ['default', 'deep-think', '300', '301', '302', '303'] as const

/** The kinds of agents: products for which agents are made. Other clients, such as apps, list agents by kind. */
export const kinds = ['yuanbao', 'yuanqi'] as const

/** The names of an agent's fields, for comparing versions. */
export const fields = {
  name: 'agent.field.name',
  description: 'agent.field.description',
  category: 'agent.field.category',
  avatar: 'agent.field.avatar',
  persona: 'agent.field.persona',
  opening: 'agent.field.opening',
  questions: 'agent.field.questions',
  files: 'agent.field.files',
  sites: 'agent.field.sites',
  tools: 'agent.field.tools',
  model: 'agent.field.model',
  temperature: 'agent.field.temperature',
  topP: 'agent.field.topP',
  maxTokens: 'agent.field.maxTokens',
  mode: 'agent.field.mode',
  kind: 'agent.field.kind',
} as const satisfies Record<string, MessageId>

export const fieldName = (field: string): MessageId =>
  Object.hasOwn(fields, field) ? fields[field as keyof typeof fields] : 'agent.field.other'
