import { Clock, SearchX, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { errorText } from '@/api'
import { useT } from '@/i18n'
import { useMore } from '@/lib/more'
import { IconButton } from '@/ui/button'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import type { Wish } from './calls'
import type { Item } from './dialog'
import { forget, forgetAll } from './recent'
import { Row, RowContent, rowKey } from './row'
import type { useSearch } from './use-search'

interface ListProps {
  /** The id of the list, used as a prefix of the entries' ids. */
  list: string
  items: Item[]
  active: number
  onActive: (at: number) => void
  onChoose: (item: Item) => void
}

export interface ResultsProps extends ListProps {
  found: ReturnType<typeof useSearch>
  wish: Wish
}

/**
 * The matching actions, then the results of the user or of the open project by kind, then the results of other projects
 * by project.
 */
export function Results({ found, wish, ...rest }: ResultsProps) {
  const t = useT()
  const { items } = rest
  const more = useMore(() => {
    if (found.hasNextPage && !found.isFetchingNextPage) void found.fetchNextPage()
  })
  return (
    <Scroll busy={found.behind} at={wish}>
      <p role="status" className="sr-only">
        {found.isSuccess && !found.behind && t('search.count', { count: items.length })}
      </p>
      {found.isError ? (
        <ErrorState
          title={t('search.failed')}
          text={errorText(found.error) ?? undefined}
          action={{ label: t('ui.retry'), onClick: () => void found.refetch() }}
        />
      ) : found.isPending ? (
        <div role="status" aria-label={t('ui.loading')} className="space-y-4 px-3 pt-6 pb-6">
          {['w-2/5', 'w-4/5', 'w-3/5'].map((w) => (
            <Skeleton key={w} className={w} />
          ))}
        </div>
      ) : (
        items.length === 0 &&
        !found.behind && (
          <EmptyState
            icon={<SearchX strokeWidth={1.5} />}
            title={t('search.none', { query: wish.query.trim() })}
            text={t('search.none.text')}
          />
        )
      )}
      {items.length > 0 && <Rows {...rest} />}
      <div ref={more} className="h-px" />
      {found.isFetchingNextPage && <Skeleton className="mx-3 my-3" />}
      {found.left > 0 && (
        <p className="px-3 py-3 text-[12px] text-ink-3">{t('search.left', { count: found.left })}</p>
      )}
      {found.waiting > 0 && (
        <p className="px-3 py-3 text-[12px] text-ink-3">{t('search.waiting', { count: found.waiting })}</p>
      )}
    </Scroll>
  )
}

/** Shown without a query: recent queries and actions. */
export function Begin(props: ListProps) {
  const t = useT()
  return (
    <Scroll>
      {props.items.some((item) => item.type === 'recent') && (
        <div className="flex items-center px-3 pt-1 text-[12px] text-ink-3">
          <span className="flex-1">{t('search.recent')}</span>
          <button type="button" className="hit rounded-sm px-2 py-1 hover:text-ink" onClick={forgetAll}>
            {t('search.recent.clear')}
          </button>
        </div>
      )}
      <Rows {...props} />
    </Scroll>
  )
}

function Scroll({ busy, at, children }: { busy?: boolean; at?: Wish; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new search starts at the top of the list.
  useEffect(() => {
    if (box.current) box.current.scrollTop = 0
  }, [at])
  return (
    <div ref={box} aria-busy={busy} className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5">
      {children}
    </div>
  )
}

function Rows({ list, items, active, onActive, onChoose }: ListProps) {
  const t = useT()
  let kind = ''
  return (
    <div id={list} role="listbox" aria-label={t('search.results')}>
      {items.map((item, i) => {
        const head = headOf(item)
        const first = head !== kind
        kind = head
        return (
          <div key={rowKey(item)} role="presentation">
            {first && item.type !== 'recent' && (
              <p aria-hidden className="px-3 pt-3 pb-1 text-[12px] text-ink-3">
                {item.type === 'found' && item.project?.name
                  ? t('search.in', { name: item.project.name })
                  : t(item.type === 'action' ? 'search.actions' : `search.kind.${item.kind}`)}
              </p>
            )}
            <div role="presentation" className="flex items-center">
              <Row
                id={`${list}-${i}`}
                active={i === active}
                onPointerMove={() => i !== active && onActive(i)}
                onClick={() => onChoose(item)}
              >
                {item.type === 'recent' ? (
                  <>
                    <Clock size={16} strokeWidth={1.5} className="shrink-0 text-ink-3" />
                    <span className="min-w-0 flex-1 truncate">{item.query}</span>
                  </>
                ) : (
                  <RowContent item={item} />
                )}
              </Row>
              {item.type === 'recent' && (
                <IconButton
                  size="sm"
                  label={t('search.recent.forget', { query: item.query })}
                  onClick={() => forget(item.query)}
                >
                  <X strokeWidth={1.5} />
                </IconButton>
              )}
            </div>
          </div>
        )
      })}
    </div>
  )
}

function headOf(item: Item): string {
  if (item.type === 'found' && item.project?.name) return item.project.id
  return item.type === 'found' || item.type === 'all' ? item.kind : item.type
}
