import { useState } from 'react'
import type { Answer } from '@/api'
import { type MessageId, useLocale, useT } from '@/i18n'
import { Link } from '@/lib/router'
import { Button } from '@/ui/button'
import { Toggle } from '@/ui/toggle'
import { useAct, useList } from '../calls'
import { moment } from '../time'
import { List, Tag } from './list'
import { ReasonDialog } from './reason-dialog'

type Report = Answer<'/api/admin/agent/reports', 'post'>['reports'][number]

const reasons: Record<Report['reason'], MessageId> = {
  illegal: 'admin.share.illegal',
  private: 'admin.share.private',
  harmful: 'admin.share.harmful',
  rights: 'admin.share.rights',
  other: 'admin.share.other',
}

const changed = ['/api/admin/agent/reports', '/api/admin/agent/published'] as const

/** Reports about agents: only the reports that are not handled yet, or all. */
export function AgentReports() {
  const t = useT()
  const locale = useLocale()
  const [all, setAll] = useState(false)
  const list = useList('/api/admin/agent/reports', { all }, (a) => a.reports)
  const down = useAct('/api/admin/agent/down', [...changed])
  const dismiss = useAct('/api/admin/agent/dismiss', [...changed])
  const [against, setAgainst] = useState<Report | null>(null)
  const busy = down.isPending || dismiss.isPending
  return (
    <>
      <div className="mb-3 flex">
        <Toggle className="max-md:h-11" pressed={all} onChange={setAll}>
          {t('admin.agent.handledToo')}
        </Toggle>
      </div>
      <List
        query={list}
        label={t('admin.agent.reported')}
        empty={t(all ? 'admin.agent.noReport' : 'admin.feedback.done')}
        id={(r) => `${r.agentId}/${r.reportedAt}`}
      >
        {(r) => (
          <article>
            <div className="flex flex-wrap items-center gap-2 text-[13px] text-ink-3">
              <Tag>{t(reasons[r.reason])}</Tag>
              {r.visibility === 'private' && <Tag>{t('admin.agent.notUsable')}</Tag>}
              <span>{moment(r.reportedAt, locale)}</span>
              {r.author && <span>{t('admin.agent.by', { name: r.author })}</span>}
            </div>
            <h2 className="mt-1 font-medium">
              {r.visibility === 'private' ? (
                r.name
              ) : (
                <Link to={`/chat/${r.agentId}`} className="hit text-qing-ink">
                  {r.name}
                </Link>
              )}
            </h2>
            {r.text && <p className="mt-1 break-words">{r.text}</p>}
            <div className="mt-2 flex gap-2">
              {r.visibility !== 'private' && (
                <Button size="sm" kind="danger" disabled={busy} onClick={() => setAgainst(r)}>
                  {t('admin.agent.down')}
                </Button>
              )}
              {r.handledAt === 0 && (
                <Button size="sm" disabled={busy} onClick={() => dismiss.mutate({ agentId: r.agentId })}>
                  {t('admin.share.dismiss')}
                </Button>
              )}
            </div>
          </article>
        )}
      </List>
      {against && (
        <ReasonDialog
          title={t('admin.agent.down.title', { name: against.name })}
          action={t('admin.agent.down')}
          onClose={() => setAgainst(null)}
          onReason={(reason) => {
            down.mutate({ agentId: against.agentId, reason })
            setAgainst(null)
          }}
        />
      )}
    </>
  )
}
