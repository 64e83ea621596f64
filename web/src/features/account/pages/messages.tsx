import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { errorText, post } from '@/api'
import { PageFrame } from '@/features/shell'
import { useLocale, useT } from '@/i18n'
import { Link } from '@/lib/router'
import { Button } from '@/ui/button'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'

const PAGE = 30

/** /message: notices to the user, such as announcements. Opening the page marks them as read. */
export function MessagesPage() {
  const t = useT()
  const locale = useLocale()
  const queries = useQueryClient()
  const list = useInfiniteQuery({
    queryKey: ['account', 'messages'],
    initialPageParam: 0,
    queryFn: ({ pageParam }) =>
      post('/api/msg/list', { type: '', offset: pageParam, limit: PAGE }).then((a) => a.data),
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length * PAGE : null),
  })
  const rows = list.data?.pages.flatMap((p) => p.list) ?? []
  const unseen = rows.some((m) => m.unseen)
  useEffect(() => {
    if (!unseen) return
    void post('/api/msg/reddot/reset', { types: ['system', 'account', 'feature', 'work'] })
      .then(() => queries.invalidateQueries({ queryKey: ['account', 'dots'] }))
      .catch(() => {})
  }, [unseen, queries])
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <PageFrame title={t('account.message.title')}>
      {list.isPending ? (
        <Skeleton className="mt-6" />
      ) : list.isError ? (
        <ErrorState
          title={errorText(list.error) ?? ''}
          action={{ label: t('ui.retry'), onClick: () => void list.refetch() }}
        />
      ) : rows.length === 0 ? (
        <EmptyState title={t('account.message.empty')} />
      ) : (
        <ul className="space-y-3">
          {rows.map((m) => (
            <li key={m.id} className="rounded-md border border-line bg-surface px-4 py-3">
              <div className="flex items-baseline gap-2">
                {m.unseen && (
                  <span
                    role="img"
                    aria-label={t('account.message.new')}
                    className="size-2 shrink-0 rounded-full bg-seal"
                  />
                )}
                <h2 className="font-medium">{m.title}</h2>
                <time className="ml-auto shrink-0 text-[12px] text-ink-3 tabular-nums">
                  {time.format(m.createTime * 1000)}
                </time>
              </div>
              {m.content && <p className="mt-1.5 whitespace-pre-wrap break-words text-ink-2">{m.content}</p>}
              {m.link && (
                <Link
                  to={m.link}
                  className="hit mt-2 inline-block text-[13px] text-qing-ink underline underline-offset-4"
                >
                  {t('account.message.open')}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div className="mt-4 text-center">
          <Button size="sm" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('account.message.more')}
          </Button>
        </div>
      )}
    </PageFrame>
  )
}
