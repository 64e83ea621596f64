import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { BookOpenText, Trash2 } from 'lucide-react'
import { errorText, post } from '@/api'
import { PageFrame } from '@/features/shell'
import { useLocale, useT } from '@/i18n'
import { address } from '@/lib/address'
import { Link, navigate } from '@/lib/router'
import { Button, IconButton } from '@/ui/button'
import { EmptyState, ErrorState, Progress, Skeleton } from '@/ui/state'
import { say } from './calls'

const PAGE = 30
const KEY = ['reading', 'records']

/** /tool/deep-reading: the reading list, the most recently read file first. */
export function ReadingListPage() {
  const t = useT()
  const locale = useLocale()
  const queries = useQueryClient()
  const list = useInfiniteQuery({
    queryKey: KEY,
    initialPageParam: 0,
    queryFn: ({ pageParam }) =>
      post('/api/user/agent/v2/docChatRecord/query', { offset: pageParam, limit: PAGE }),
    getNextPageParam: (last) =>
      last.pagination.offset < last.pagination.totalResults ? last.pagination.offset : null,
  })
  const remove = useMutation({
    mutationFn: (docId: string) => post('/api/user/agent/v2/docChatRecord/delete', { docId }),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
    onError: say,
  })
  const rows = list.data?.pages.flatMap((p) => p.records) ?? []
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  return (
    <PageFrame
      title={t('reading.title')}
      end={rows.length > 0 && <Button onClick={() => void navigate('/mine')}>{t('reading.choose')}</Button>}
    >
      <p className="mb-4 px-1 text-ink-2 leading-[1.75]">{t('reading.intro')}</p>
      {list.isPending ? (
        <Skeleton className="mt-6" />
      ) : list.isError ? (
        <ErrorState
          title={errorText(list.error) ?? t('reading.failed')}
          action={{ label: t('ui.retry'), onClick: () => void list.refetch() }}
        />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={<BookOpenText strokeWidth={1.25} />}
          title={t('reading.empty')}
          text={t('reading.emptyText')}
          action={{ label: t('reading.choose'), onClick: () => void navigate('/mine') }}
        />
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line bg-surface">
          {rows.map((r) => (
            <li key={r.docId} className="flex items-center gap-2 pr-2">
              <Link
                to={address('/tool/deep-reading/detail', { id: r.docId })}
                className="min-w-0 flex-1 px-4 py-3 transition-colors duration-[var(--fast)] hover:bg-hover"
              >
                <span className="no-autospace block truncate font-medium">{r.title || r.fileName}</span>
                <span className="mt-1 flex flex-wrap items-center gap-x-3 text-[13px] text-ink-3 tabular-nums">
                  <span>{t('reading.at', { unit: Math.max(1, r.unit), units: r.units })}</span>
                  {r.notes > 0 && <span>{t('reading.notes', { count: r.notes })}</span>}
                  <span>{time.format(r.visitedAt * 1000)}</span>
                </span>
                <Progress value={r.progress} label={t('reading.progress')} className="mt-2 max-w-60" />
              </Link>
              <IconButton
                label={t('reading.remove', { name: r.fileName })}
                disabled={remove.isPending}
                onClick={() => remove.mutate(r.docId)}
              >
                <Trash2 strokeWidth={1.5} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div className="mt-4 text-center">
          <Button size="sm" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('reading.more')}
          </Button>
        </div>
      )}
    </PageFrame>
  )
}
