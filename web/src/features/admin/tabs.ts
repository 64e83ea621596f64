import type { ComponentType } from 'react'
import type { MessageId } from '@/i18n'
import { type Part, page } from '@/lib/part'

export interface Tab {
  /** The last part of the address, which is /admin/{id}. */
  id: string
  label: MessageId
  Part: Part
}

const tab = (id: string, label: MessageId, load: () => Promise<{ default: ComponentType }>): Tab => ({
  id,
  label,
  Part: page(load),
})

/** The pages of the administration in menu order; the first page is the default. */
export const tabs: Tab[] = [
  tab('provider', 'admin.tab.provider', () => import('./parts/providers')),
  tab('source', 'admin.tab.source', () => import('./parts/sources')),
  tab('site', 'admin.tab.site', () => import('./parts/sites')),
  tab('connector', 'admin.tab.connector', () => import('./parts/connectors')),
  tab('usage', 'admin.tab.usage', () => import('./parts/usage')),
  tab('user', 'admin.tab.user', () => import('./parts/users')),
  tab('feedback', 'admin.tab.feedback', () => import('./parts/feedback')),
  tab('agent', 'admin.tab.agent', () => import('./parts/agents')),
  tab('share', 'admin.tab.share', () => import('./parts/shares')),
  tab('general', 'admin.tab.general', () => import('./parts/general')),
  tab('question', 'admin.tab.question', () => import('./parts/questions')),
  tab('word', 'admin.tab.word', () => import('./parts/words')),
  tab('login', 'admin.tab.login', () => import('./parts/logins')),
  tab('tool', 'admin.tab.tool', () => import('./parts/tools')),
  tab('limit', 'admin.tab.limit', () => import('./parts/limits')),
  tab('notice', 'admin.tab.notice', () => import('./parts/notices')),
  tab('audit', 'admin.tab.audit', () => import('./parts/audit')),
  tab('security', 'admin.tab.security', () => import('./parts/security')),
  tab('system', 'admin.tab.system', () => import('./parts/system')),
]
