import { useState } from 'react'
import type { Answer } from '@/api'
import { type MessageId, useLocale, useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Segmented } from '@/ui/segmented'
import { useAct, useList } from '../calls'
import { useNames } from '../names'
import { moment } from '../time'
import { List, Tag } from './list'

type Report = Answer<'/api/admin/share/reports', 'post'>['data'][number]

const reasons: Record<Report['reason'], MessageId> = {
  illegal: 'admin.share.illegal',
  private: 'admin.share.private',
  harmful: 'admin.share.harmful',
  rights: 'admin.share.rights',
  other: 'admin.share.other',
}

/** Reports about shares: only the reports that are not handled yet, or all. */
export default function ReportedShares() {
  const t = useT()
  const locale = useLocale()
  const [view, setView] = useState<'open' | 'all'>('open')
  const list = useList('/api/admin/share/reports', { all: view === 'all' }, (a) => a.data)
  const nameOf = useNames(list.rows.map((r) => r.ownerId))
  const decide = useAct('/api/admin/share/decide', ['/api/admin/share/reports'])
  return (
    <>
      <div className="mt-1 mb-5 flex">
        <Segmented
          label={t('admin.tab.share')}
          value={view}
          onChange={setView}
          options={[
            { value: 'open', label: t('admin.feedback.open') },
            { value: 'all', label: t('admin.feedback.all') },
          ]}
        />
      </div>
      <List
        query={list}
        label={t('admin.tab.share')}
        empty={t(view === 'open' ? 'admin.feedback.done' : 'admin.share.empty')}
        id={(r) => `${r.shareId}/${r.reportedAt}`}
      >
        {(r) => (
          <article>
            <div className="flex flex-wrap items-center gap-2 text-[13px] text-ink-3">
              <Tag>{t(reasons[r.reason])}</Tag>
              {r.downAt > 0 && <Tag>{t('admin.share.down')}</Tag>}
              <span>{moment(r.reportedAt, locale)}</span>
              <span>{nameOf(r.ownerId)}</span>
            </div>
            <p className="mt-1 font-medium">
              {r.downAt > 0 ? (
                r.title
              ) : (
                <a href={`/s/${r.shareId}`} target="_blank" rel="noopener" className="text-qing-ink">
                  {r.title}
                </a>
              )}
            </p>
            {r.summary && <p className="mt-1 text-[13px] text-ink-2">{r.summary}</p>}
            {r.text && <p className="mt-1">{r.text}</p>}
            <div className="mt-2 flex gap-2">
              <Button
                size="sm"
                kind={r.downAt > 0 ? 'secondary' : 'danger'}
                disabled={decide.isPending}
                onClick={() => decide.mutate({ shareId: r.shareId, act: r.downAt > 0 ? 'up' : 'down' })}
              >
                {t(r.downAt > 0 ? 'admin.share.putBack' : 'admin.share.takeDown')}
              </Button>
              {r.handledAt === 0 && (
                <Button
                  size="sm"
                  disabled={decide.isPending}
                  onClick={() => decide.mutate({ shareId: r.shareId, act: 'dismiss' })}
                >
                  {t('admin.share.dismiss')}
                </Button>
              )}
            </div>
          </article>
        )}
      </List>
    </>
  )
}
