import type { ReactNode } from 'react'
import { errorText } from '@/api'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'

interface Query {
  isPending: boolean
  isLoadingError: boolean
  error: unknown
  refetch: () => unknown
}

/**
 * Renders `children` when the query has data; otherwise the loading or error state of the query. If a later fetch
 * fails, the children stay, because they may hold unsaved input.
 */
export function Loaded({ query, children }: { query: Query; children: ReactNode }) {
  const t = useT()
  if (query.isPending) {
    return (
      <div className="space-y-3 py-6">
        {[72, 56, 64, 40].map((width) => (
          <div key={width} style={{ width: `${width}%` }}>
            <Skeleton />
          </div>
        ))}
      </div>
    )
  }
  if (query.isLoadingError) {
    return (
      <ErrorState
        title={t('admin.loadFailed')}
        text={errorText(query.error) ?? undefined}
        action={{ label: t('ui.retry'), onClick: () => void query.refetch() }}
      />
    )
  }
  return children
}

interface ListQuery<T> extends Query {
  rows: T[]
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** A list of rows with a button for more. */
export function List<T>({
  query,
  label,
  empty,
  id,
  children,
}: {
  query: ListQuery<T>
  label: string
  empty: string
  id: (row: T) => string
  children: (row: T) => ReactNode
}) {
  const t = useT()
  return (
    <Loaded query={query}>
      {query.rows.length === 0 ? (
        <EmptyState title={empty} />
      ) : (
        <>
          <ul aria-label={label} className="divide-y divide-line rounded-md border border-line bg-surface">
            {query.rows.map((row) => (
              <li key={id(row)} className="px-4 py-3">
                {children(row)}
              </li>
            ))}
          </ul>
          {query.hasNextPage && (
            <div className="mt-4 text-center">
              <Button
                size="sm"
                disabled={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {t('admin.more')}
              </Button>
            </div>
          )}
        </>
      )}
    </Loaded>
  )
}

/** The head of a page or of a part of a page: `text` states the purpose, `children` are the actions. */
export function Head({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="mt-1 mb-5 flex flex-wrap items-start gap-x-4 gap-y-3">
      <p className="min-w-56 flex-1 px-1 text-ink-2 leading-[1.75]">{text}</p>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </div>
  )
}

/** A form field with a label. */
export function Field({ label, note, children }: { label: string; note?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child.
    <label className="block">
      <span className="mb-1 block text-[13px] text-ink-2">{label}</span>
      {children}
      {note && <span className="mt-1 block text-[12px] text-ink-3">{note}</span>}
    </label>
  )
}

/** A small tag beside a name. */
export function Tag({ tone, children }: { tone?: 'good' | 'bad'; children: ReactNode }) {
  const look =
    tone === 'bad'
      ? 'bg-seal-soft text-seal'
      : tone === 'good'
        ? 'bg-qing-soft text-qing-ink'
        : 'bg-hover text-ink-2'
  return <span className={`inline-block rounded-full px-2 py-0.5 text-[12px] ${look}`}>{children}</span>
}
