import {
  Activity,
  Bell,
  BookOpenText,
  ChartColumn,
  Gauge,
  KeyRound,
  type LucideIcon,
  MessageSquareWarning,
  Plug,
  ScrollText,
  Shield,
  ShieldAlert,
  Users,
} from 'lucide-react'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { MessageId } from '@/i18n'

export interface Tab {
  /** The end of the address, /admin/{id}. */
  id: string
  label: MessageId
  icon: LucideIcon
  Part: LazyExoticComponent<ComponentType>
}

const tab = (
  id: string,
  label: MessageId,
  icon: LucideIcon,
  load: () => Promise<{ default: ComponentType }>,
): Tab => ({ id, label, icon, Part: lazy(load) })

/** The rooms of the administration, in the order of the menu; the first is where one arrives. */
export const tabs: Tab[] = [
  tab('provider', 'admin.tab.provider', Plug, () => import('./parts/providers')),
  tab('usage', 'admin.tab.usage', ChartColumn, () => import('./parts/usage')),
  tab('user', 'admin.tab.user', Users, () => import('./parts/users')),
  tab('feedback', 'admin.tab.feedback', MessageSquareWarning, () => import('./parts/feedback')),
  tab('general', 'admin.tab.general', BookOpenText, () => import('./parts/general')),
  tab('word', 'admin.tab.word', ShieldAlert, () => import('./parts/words')),
  tab('login', 'admin.tab.login', KeyRound, () => import('./parts/logins')),
  tab('limit', 'admin.tab.limit', Gauge, () => import('./parts/limits')),
  tab('notice', 'admin.tab.notice', Bell, () => import('./parts/notices')),
  tab('audit', 'admin.tab.audit', ScrollText, () => import('./parts/audit')),
  tab('security', 'admin.tab.security', Shield, () => import('./parts/security')),
  tab('system', 'admin.tab.system', Activity, () => import('./parts/system')),
]
