import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Answer } from '@/api'
import { type MessageId, useLocale, useT } from '@/i18n'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { EmptyState } from '@/ui/state'
import { useAct, useLook } from '../calls'
import { moment } from '../time'
import { Head, Loaded, Tag } from './list'
import { SiteForm } from './site-form'

export type Site = Answer<'/api/admin/site/list', 'post'>['sites'][number]

/** The initial values of a new site. */
const NEW: Site = {
  id: '',
  name: '',
  kind: 'site',
  url: '',
  local: false,
  active: true,
  maxPages: 1000,
  maxDepth: 3,
  pauseMs: 500,
  everyHours: 24,
  state: 'new',
  reason: '',
  startedAt: 0,
  endedAt: 0,
  nextAt: 0,
  pages: 0,
  unread: 0,
  misses: [],
}

const LIST = '/api/admin/site/list' as const

/** Polling interval for the state of a crawl, in ms. */
const LOOK = 3000

/** The sites and feeds crawled and searched by this server. */
export default function Sites() {
  const t = useT()
  const query = useLook(LIST, {})
  const [draft, setDraft] = useState<Site | null>(null)
  const [leaving, setLeaving] = useState<Site | null>(null)
  const remove = useAct('/api/admin/site/delete', [LIST])
  const sites = query.data?.sites ?? []
  const busy = sites.some((s) => s.state === 'queued' || s.state === 'running')
  const { refetch } = query
  useEffect(() => {
    if (!busy) return
    const timer = setInterval(() => void refetch(), LOOK)
    return () => clearInterval(timer)
  }, [busy, refetch])
  return (
    <Loaded query={query}>
      <Head text={t('admin.site.intro')}>
        <Button kind="primary" onClick={() => setDraft(NEW)}>
          <Plus strokeWidth={1.5} />
          {t('admin.site.add')}
        </Button>
      </Head>
      {sites.length === 0 ? (
        <EmptyState title={t('admin.site.none')} text={t('admin.site.noneText')} />
      ) : (
        <ul
          aria-label={t('admin.site.list')}
          className="divide-y divide-line rounded-md border border-line bg-surface"
        >
          {sites.map((s) => (
            <li key={s.id} className="px-4 py-3">
              <Row site={s} onEdit={() => setDraft(s)} onDelete={() => setLeaving(s)} />
            </li>
          ))}
        </ul>
      )}
      {draft && <SiteForm site={draft} onClose={() => setDraft(null)} />}
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={() => setLeaving(null)}
        title={t('admin.site.deleteTitle', { name: leaving?.name ?? '' })}
        description={t('admin.site.deleteText')}
        action={t('admin.site.delete')}
        danger
        onConfirm={() => leaving && remove.mutate({ id: leaving.id })}
      />
    </Loaded>
  )
}

/** The text for each state. */
const states: Record<string, MessageId> = {
  new: 'admin.site.state.new',
  queued: 'admin.site.state.queued',
  running: 'admin.site.state.running',
  done: 'admin.site.state.done',
  failed: 'admin.site.state.failed',
}

function Row({ site, onEdit, onDelete }: { site: Site; onEdit: () => void; onDelete: () => void }) {
  const t = useT()
  const locale = useLocale()
  const crawl = useAct('/api/admin/site/crawl', [LIST])
  const busy = site.state === 'queued' || site.state === 'running'
  const state = t(states[site.state] ?? 'admin.site.state.new', {
    time: site.endedAt ? moment(site.endedAt, locale) : '',
  })
  const facts = [
    t('admin.site.pages', { pages: site.pages }),
    site.unread > 0 && t('admin.site.unread', { n: site.unread }),
    state,
  ]
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-56 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{site.name}</span>
          <Tag>{t(site.kind === 'feed' ? 'admin.site.kind.feed' : 'admin.site.kind.site')}</Tag>
          {!site.active && <Tag>{t('admin.site.off')}</Tag>}
          {site.local && <Tag>{t('admin.site.local')}</Tag>}
        </p>
        <p className="break-all text-[13px] text-ink-3">{site.url}</p>
        <p aria-live="polite" className="mt-1 text-[13px] text-ink-2">
          {facts.filter(Boolean).join(' · ')}
        </p>
        {site.reason && <p className="mt-1 text-[13px] text-seal">{site.reason}</p>}
        {site.misses.length > 0 && (
          <details className="mt-1 text-[13px] text-ink-3">
            <summary className="cursor-pointer">{t('admin.site.unread', { n: site.unread })}</summary>
            <ul className="mt-1 space-y-1">
              {site.misses.map((m) => (
                <li key={m.url} className="break-all">
                  {m.url}：{m.reason}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" disabled={busy || crawl.isPending} onClick={() => crawl.mutate({ id: site.id })}>
          {t('admin.site.crawl')}
        </Button>
        <Button size="sm" onClick={onEdit}>
          {t('admin.site.edit')}
        </Button>
        <Button size="sm" onClick={onDelete}>
          {t('admin.site.delete')}
        </Button>
      </div>
    </div>
  )
}
