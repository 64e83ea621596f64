import { useQueryClient } from '@tanstack/react-query'
import { Download, ExternalLink, Info, Tag, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { ApiError, errorText } from '@/api'
import { PageFrame } from '@/features/shell'
import { useLocale, useT } from '@/i18n'
import { fileSize } from '@/lib/format'
import { lazy } from '@/lib/lazy'
import { navigate } from '@/lib/router'
import { Button, IconButton } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { Menu } from '@/ui/menu'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { toastError } from '@/ui/toast'
import { again, type Opened, remove, useFavorite } from './calls'
import { useExport } from './export'
import { kindOf, originOf, wayTo } from './words'

// The code of chats is imported only when a favourite is shown; the list of favourites does not need it.
const loadKept = () => import('@/features/chat').then((m) => m.loadKept())
const Kept = lazy(loadKept)
const KeptSources = lazy(() => loadKept().then((m) => ({ default: m.KeptSources })))
const EditDialog = lazy(() => import('./edit-dialog'))

/** One favourite: the copy, its origin, its note and tags. */
export function Detail({ id }: { id: string }) {
  const t = useT()
  const found = useFavorite(id)
  if (found.data) return <Whole opened={found.data} />
  const gone = found.error instanceof ApiError && found.error.status === 404
  return (
    <PageFrame title={t('favorite.title')} up="/favorites">
      {found.isError ? (
        gone ? (
          <EmptyState
            title={t('favorite.lost')}
            action={{ label: t('favorite.toAll'), onClick: () => void navigate('/favorites') }}
          />
        ) : (
          <ErrorState
            title={t('favorite.failed')}
            text={errorText(found.error) ?? undefined}
            action={{ label: t('ui.retry'), onClick: () => void found.refetch() }}
          />
        )
      ) : (
        <div className="space-y-6 py-4" aria-busy>
          <Skeleton className="h-6 w-1/3" />
          <Skeleton />
          <Skeleton className="w-3/4" />
        </div>
      )}
    </PageFrame>
  )
}

function Whole({ opened: { favorite, copy } }: { opened: Opened }) {
  const t = useT()
  const locale = useLocale()
  const client = useQueryClient()
  const [asking, setAsking] = useState<'delete' | 'edit' | null>(null)
  const { busy, entries } = useExport([favorite.id])
  const kind = kindOf(favorite)
  const to = wayTo(favorite)
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const drop = async () => {
    try {
      await remove([favorite.id])
      await navigate('/favorites', { replace: true })
      await again(client)
    } catch (err) {
      toastError(errorText(err))
    }
  }
  const facts = [
    t(`favorite.kind.${kind}`),
    t('favorite.keptAt', { time: day.format(favorite.createTime * 1000) }),
    copy.site,
    copy.size ? fileSize(copy.size) : '',
    copy.modelId && copy.modelId !== 'offline' ? copy.modelId : '',
  ]
  return (
    <div className="flex min-h-0 flex-1">
      <PageFrame
        title={favorite.title}
        up="/favorites"
        end={
          <>
            <IconButton label={t('favorite.edit')} onClick={() => setAsking('edit')}>
              <Tag strokeWidth={1.5} />
            </IconButton>
            <Menu
              label={t('favorite.export')}
              align="end"
              entries={entries}
              trigger={(p) => (
                <IconButton
                  label={t(busy ? 'favorite.exporting' : 'favorite.export')}
                  aria-busy={busy}
                  {...p}
                >
                  <Download strokeWidth={1.5} />
                </IconButton>
              )}
            />
            <IconButton label={t('favorite.delete')} onClick={() => setAsking('delete')}>
              <Trash2 strokeWidth={1.5} />
            </IconButton>
          </>
        }
      >
        <p className="text-[12px] text-ink-3">{facts.filter(Boolean).join(' · ')}</p>
        {(favorite.tags?.length ?? 0) > 0 && (
          <p className="mt-2 flex flex-wrap gap-x-2 text-[13px] text-qing-ink">
            {favorite.tags?.map((tag) => (
              <span key={tag}>{`#${tag}`}</span>
            ))}
          </p>
        )}
        {favorite.note && (
          <p className="mt-2 whitespace-pre-wrap border-line border-l pl-3 text-[13px] text-ink-2">
            {favorite.note}
          </p>
        )}
        <div className="mt-3 mb-6 flex flex-wrap items-center gap-2">
          {to && kind === 'page' && (
            <a
              href={to}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="inline-flex items-center gap-2 text-[13px] text-qing-ink underline underline-offset-4"
            >
              <ExternalLink aria-hidden size={14} strokeWidth={1.5} />
              {new URL(to).host}
            </a>
          )}
          {to && kind !== 'page' && (
            <Button size="sm" onClick={() => void navigate(to)}>
              <ExternalLink strokeWidth={1.5} />
              {t(`favorite.origin.${kind}`)}
            </Button>
          )}
          {kind === 'page' && favorite.origin && favorite.there && (
            <Button size="sm" onClick={() => void navigate(originOf(favorite.origin!))}>
              <ExternalLink strokeWidth={1.5} />
              {t('favorite.origin.answer')}
            </Button>
          )}
          {!favorite.there && (
            <p className="flex items-start gap-2 text-[13px] text-ink-2">
              <Info aria-hidden size={14} strokeWidth={1.5} className="mt-[3px] shrink-0" />
              {t(`favorite.goneText.${kind}`)}
            </p>
          )}
        </div>
        {kind === 'answer' && (
          <>
            {copy.question && (
              <p className="mb-6 ml-auto w-fit max-w-full whitespace-pre-wrap rounded-md bg-hover px-4 py-2.5">
                {copy.question}
                {copy.files?.map((name) => (
                  <span key={name} className="block text-[12px] text-ink-3">
                    {name}
                  </span>
                ))}
              </p>
            )}
            <Suspense fallback={<Skeleton className="w-3/4" />}>
              <Kept speech={{ parts: copy.parts, kind: copy.kind, state: copy.state }} />
            </Suspense>
          </>
        )}
        {copy.text && <div className="whitespace-pre-wrap leading-[1.8]">{copy.text}</div>}
      </PageFrame>
      <Suspense>
        <KeptSources />
      </Suspense>
      {asking === 'delete' && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsking(null)}
          title={t('favorite.delete.title', { count: 1 })}
          description={t('favorite.delete.text')}
          action={t('favorite.delete')}
          danger
          onConfirm={() => void drop()}
        />
      )}
      {asking === 'edit' && (
        <Suspense>
          <EditDialog favorites={[favorite]} known={[]} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </div>
  )
}
