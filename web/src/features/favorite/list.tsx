import { useQueryClient } from '@tanstack/react-query'
import { ListChecks, Search, Star } from 'lucide-react'
import { Suspense, useDeferredValue, useState } from 'react'
import { errorText } from '@/api'
import { PageFrame } from '@/features/shell'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { lazy } from '@/lib/lazy'
import { useMore } from '@/lib/more'
import { navigate } from '@/lib/router'
import { useShortcut } from '@/lib/shortcuts'
import { IconButton } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { Input } from '@/ui/field'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { toastError } from '@/ui/toast'
import { again, kinds, remove, useFavorites, type Wish } from './calls'
import { Row } from './row'
import { SelectBar } from './select-bar'

const EditDialog = lazy(() => import('./edit-dialog'))

/** All favourites, with search, tags, export and deletion. */
export function List() {
  const t = useT()
  const client = useQueryClient()
  const [wish, setWish] = useState<Wish>({ kind: '', tag: '', query: '' })
  const query = useDeferredValue(wish.query.trim())
  const found = useFavorites({ ...wish, query })
  const more = useMore(() => {
    if (found.hasNextPage && !found.isFetching) void found.fetchNextPage()
  })
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const [asking, setAsking] = useState<{ what: 'delete' | 'edit'; ids: string[] } | null>(null)
  useShortcut('escape', () => setChosen(null), chosen !== null)
  const items = found.data?.pages.flatMap((p) => p.items ?? []) ?? []
  const first = found.data?.pages[0]
  const total = (first?.kinds ?? []).reduce((sum, k) => sum + k.count, 0)
  const filtered = wish.kind !== '' || wish.tag !== '' || query !== ''
  const picked = items.filter((f) => chosen?.has(f.id)).map((f) => f.id)
  const choose = (id: string) =>
    setChosen((set) => {
      const next = new Set(set)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const drop = async (ids: string[]) => {
    try {
      await remove(ids)
      setChosen(null)
    } catch (err) {
      toastError(errorText(err))
    }
    await again(client)
  }
  const editing = asking?.what === 'edit' ? items.filter((f) => asking.ids.includes(f.id)) : []

  return (
    <>
      <PageFrame
        title={t('favorite.title')}
        start={
          total > 0 && (
            <p className="text-[13px] text-ink-3 tabular-nums">{t('favorite.count', { count: total })}</p>
          )
        }
        end={
          items.length > 0 && (
            <IconButton
              label={t('favorite.choose')}
              aria-pressed={chosen !== null}
              onClick={() => setChosen(chosen ? null : new Set())}
            >
              <ListChecks strokeWidth={1.5} />
            </IconButton>
          )
        }
      >
        {(total > 0 || filtered) && (
          <div className="sticky top-(--header-h) z-10 space-y-2 bg-paper pt-1 pb-2">
            <div className="relative">
              <Search
                size={18}
                strokeWidth={1.5}
                className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-3"
              />
              <Input
                value={wish.query}
                maxLength={200}
                onChange={(e) => setWish({ ...wish, query: e.target.value })}
                inputMode="search"
                aria-label={t('favorite.search')}
                placeholder={t('favorite.search')}
                className="h-11 rounded-md pl-10"
              />
            </div>
            <fieldset
              aria-label={t('favorite.filter')}
              className="-mx-1 flex gap-1.5 overflow-x-auto px-1 py-1 [scrollbar-width:none]"
            >
              <Chip
                on={wish.kind === '' && wish.tag === ''}
                onClick={() => setWish({ ...wish, kind: '', tag: '' })}
              >
                {t('favorite.kind.all')}
              </Chip>
              {kinds
                .filter((kind) => first?.kinds?.some((k) => k.name === kind))
                .map((kind) => (
                  <Chip
                    key={kind}
                    on={wish.kind === kind}
                    onClick={() => setWish({ ...wish, kind: wish.kind === kind ? '' : kind })}
                  >
                    {t(`favorite.kind.${kind}`)}
                  </Chip>
                ))}
              {first?.tags?.map(({ name }) => (
                <Chip
                  key={`#${name}`}
                  on={wish.tag === name}
                  onClick={() => setWish({ ...wish, tag: wish.tag === name ? '' : name })}
                >
                  {`#${name}`}
                </Chip>
              ))}
            </fieldset>
          </div>
        )}
        {/* The status element is rendered before there is a result, so that screen readers announce the
            result of a search. */}
        <div role="status">
          {found.data && items.length === 0 ? (
            <EmptyState
              icon={<Star strokeWidth={1.5} />}
              title={t(filtered ? 'favorite.none' : 'favorite.empty')}
              text={t(filtered ? 'favorite.noneText' : 'favorite.emptyText')}
              action={
                filtered ? undefined : { label: t('favorite.toChat'), onClick: () => void navigate('/') }
              }
            />
          ) : (
            found.data &&
            filtered && (
              <p className="sr-only">
                {t('favorite.found', { count: `${items.length}${found.hasNextPage ? '+' : ''}` })}
              </p>
            )
          )}
        </div>
        {found.isError && !found.data ? (
          <ErrorState
            title={t('favorite.failed')}
            text={errorText(found.error) ?? undefined}
            action={{ label: t('ui.retry'), onClick: () => void found.refetch() }}
          />
        ) : !found.data ? (
          <div className="space-y-6 py-4" aria-busy>
            <Skeleton className="h-6 w-1/3" />
            <Skeleton />
            <Skeleton className="w-3/4" />
          </div>
        ) : items.length === 0 ? null : (
          <ul aria-label={t('favorite.title')} className="-mx-3">
            {items.map((f) => (
              <Row
                key={f.id}
                favorite={f}
                chosen={chosen ? chosen.has(f.id) : undefined}
                onChoose={choose}
                onEdit={() => setAsking({ what: 'edit', ids: [f.id] })}
                onDelete={() => setAsking({ what: 'delete', ids: [f.id] })}
              />
            ))}
          </ul>
        )}
        <div ref={more} aria-hidden className="h-px" />
      </PageFrame>
      {chosen && (
        <SelectBar
          ids={picked}
          all={picked.length > 0 && picked.length === items.length}
          onAll={(all) => setChosen(new Set(all ? items.map((f) => f.id) : []))}
          onTag={() => setAsking({ what: 'edit', ids: picked })}
          onDelete={() => setAsking({ what: 'delete', ids: picked })}
          onCancel={() => setChosen(null)}
        />
      )}
      {asking?.what === 'delete' && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsking(null)}
          title={t('favorite.delete.title', { count: asking.ids.length })}
          description={t('favorite.delete.text')}
          action={t('favorite.delete')}
          danger
          onConfirm={() => void drop(asking.ids)}
        />
      )}
      {editing.length > 0 && (
        <Suspense>
          <EditDialog
            favorites={editing}
            known={(first?.tags ?? []).map((tag) => tag.name)}
            onClose={() => setAsking(null)}
          />
        </Suspense>
      )}
    </>
  )
}

function Chip({ on, onClick, children }: { on: boolean; onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onClick}
      className={cn(
        'hit inline-flex h-8 max-md:h-11 shrink-0 items-center gap-1.5 rounded-full border px-3 text-[13px] transition-colors',
        on ? 'border-transparent bg-qing-soft text-qing-ink' : 'border-line text-ink-2 hover:bg-hover',
      )}
    >
      {children}
    </button>
  )
}
