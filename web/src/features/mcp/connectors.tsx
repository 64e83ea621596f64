import { Plus } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '@/api'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { blank, type Fields, fieldsOf, type Server, useCall, useServers } from './calls'
import { ServerForm } from './form'
import { ServerRow } from './row'

/**
 * The user's connectors and the connectors for everybody; with `admin`, only the connectors for everybody.
 */
export function Connectors({ admin = false }: { admin?: boolean }) {
  const t = useT()
  const [waiting, setWaiting] = useState('')
  const query = useServers(admin, waiting !== '')
  const [draft, setDraft] = useState<Fields | null>(null)
  const [leaving, setLeaving] = useState<Server | null>(null)
  const remove = useCall(admin ? '/api/admin/mcp/delete' : '/api/mcp/delete')
  const servers = query.data?.servers ?? []
  const offered = servers.filter((s) => s.active && !s.off).flatMap((s) => s.tools.filter((u) => u.active))
  if (waiting && servers.some((s) => s.id === waiting && s.signed)) setWaiting('')
  if (query.isPending) return <Skeleton className="h-24" />
  if (query.isLoadingError) {
    return (
      <ErrorState
        title={t('mcp.loadFailed')}
        text={errorText(query.error) ?? undefined}
        action={{ label: t('ui.retry'), onClick: () => void query.refetch() }}
      />
    )
  }
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-56 flex-1 text-[13px] text-ink-3">{t(admin ? 'mcp.adminIntro' : 'mcp.intro')}</p>
        <Button kind="primary" onClick={() => setDraft(blank)}>
          <Plus strokeWidth={1.5} />
          {t('mcp.add')}
        </Button>
      </div>
      {servers.length === 0 ? (
        <EmptyState title={t('mcp.none')} text={t('mcp.noneText')} />
      ) : (
        <ul
          aria-label={t('mcp.list')}
          className="divide-y divide-line rounded-md border border-line bg-surface"
        >
          {servers.map((s) => (
            <li key={s.id} className="px-4 py-3">
              <ServerRow
                server={s}
                admin={admin}
                waiting={waiting === s.id}
                onWait={() => setWaiting(s.id)}
                onEdit={() => setDraft(fieldsOf(s))}
                onDelete={() => setLeaving(s)}
              />
            </li>
          ))}
        </ul>
      )}
      {offered.length > 64 && <p className="mt-2 text-[13px] text-seal">{t('mcp.tooMany')}</p>}
      {draft && (
        <ServerForm fields={draft} admin={admin} programs={query.data.stdio} onClose={() => setDraft(null)} />
      )}
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={() => setLeaving(null)}
        title={t('mcp.deleteTitle', { name: leaving?.name ?? '' })}
        description={t('mcp.deleteText')}
        action={t('mcp.delete')}
        danger
        onConfirm={() => leaving && remove.mutate({ id: leaving.id })}
      />
    </>
  )
}
