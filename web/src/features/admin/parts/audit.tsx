import { useState } from 'react'
import { type MessageId, useLocale, useT } from '@/i18n'
import { detailOf, targetOf } from '../audit'
import { useList } from '../calls'
import { useNames } from '../names'
import { networkName } from '../network'
import { moment } from '../time'
import { Head, List } from './list'

/** All recorded actions, as in package admin of the server. */
const actions = [
  'settings.save',
  'provider.test',
  'provider.accept',
  'source.test',
  'user.change',
  'user.logout',
  'feedback.handle',
  'share.review',
  'notice.post',
  'notice.takeBack',
  'system.backup',
  'system.diagnostics',
  'agent.review',
] as const

const actionOf = (action: string): MessageId | null =>
  (actions as readonly string[]).includes(action) ? (`admin.audit.${action}` as MessageId) : null

/** The audit log of the administration. */
export default function Audit() {
  const t = useT()
  const locale = useLocale()
  const [action, setAction] = useState('')
  const list = useList('/api/admin/audit', { action, actorId: '' }, (a) => a.entries)
  const nameOf = useNames(list.rows.flatMap((e) => [e.actorId, e.action.startsWith('user.') ? e.target : '']))
  const at = (ms: number) => moment(ms, locale)
  return (
    <>
      <Head text={t('admin.audit.intro')}>
        <select
          aria-label={t('admin.audit.filter')}
          className="h-9 rounded-sm border border-line bg-surface px-2 max-md:h-11"
          value={action}
          onChange={(e) => setAction(e.target.value)}
        >
          <option value="">{t('admin.audit.all')}</option>
          {actions.map((a) => (
            <option key={a} value={a}>
              {t(`admin.audit.${a}`)}
            </option>
          ))}
        </select>
      </Head>
      <List query={list} label={t('admin.tab.audit')} empty={t('admin.audit.empty')} id={(e) => e.id}>
        {(e) => {
          const name = actionOf(e.action)
          return (
            <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <span className="font-medium">{name ? t(name) : e.action}</span>
              <span className="break-all text-ink-2">{targetOf(t, e.action, e.target, nameOf)}</span>
              <span className="ml-auto text-[13px] text-ink-3 tabular-nums">{moment(e.at, locale)}</span>
              {detailOf(t, e, at, locale).map((line) => (
                <span key={line} className="w-full break-words text-[13px] text-ink-2">
                  {line}
                </span>
              ))}
              <span className="w-full text-[12px] text-ink-3">
                {t('admin.audit.by', {
                  actor: nameOf(e.actorId, 'account'),
                  network: networkName(t, e.network),
                })}
              </span>
            </div>
          )
        }}
      </List>
    </>
  )
}
