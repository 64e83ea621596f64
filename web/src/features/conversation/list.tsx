import { CloudOff, MessageSquareDashed, SearchX } from 'lucide-react'
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import type { ConversationRow } from '@/api'
import { errorText } from '@/api'
import { useLocale, useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { type GroupKey, groupByDate } from '@/lib/group'
import { lazy } from '@/lib/lazy'
import { useMore } from '@/lib/more'
import { navigate } from '@/lib/router'
import { useShortcut } from '@/lib/shortcuts'
import { useSlot } from '@/lib/slot'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { type useConversations, useDelete } from './queries'
import { Row } from './row'
import { SelectBar } from './select-bar'

const ConfirmDialog = lazy(() => import('@/ui/dialog').then((m) => ({ default: m.ConfirmDialog })))

export interface ConversationListProps {
  list: ReturnType<typeof useConversations>
  /** If set, only conversations with all these words in the title are shown. */
  filter?: string
  currentId?: string
  /** Content above the conversations. */
  before?: ReactNode
  /** Whether rows are more spacious and show the time, as on the history page. */
  wide?: boolean
  onOpen?: () => void
  /** Called with the deleted ids, so that the page can leave a deleted conversation. */
  onGone?: (ids: string[]) => void
  className?: string
}

/** Whether a title contains every word of the filter, ignoring case. */
export function matchesFilter(title: string, filter: string): boolean {
  const low = title.toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => low.includes(word))
}

/** The conversations by date, with paging, renaming, pinning, deleting and a selection mode. */
export function ConversationList({
  list,
  filter = '',
  currentId,
  before,
  wide,
  onOpen,
  onGone,
  className,
}: ConversationListProps) {
  const t = useT()
  const { rows, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const wanted = filter.trim()
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const [asking, setAsking] = useState(false)
  const remove = useDelete()

  const shown = useMemo(
    () => (wanted ? rows.filter((row) => matchesFilter(row.title, wanted)) : rows),
    [rows, wanted],
  )
  const groups = useMemo(() => groupByDate(shown), [shown])

  // A search covers all conversations, so the remaining pages are fetched one by one.
  useEffect(() => {
    if (wanted && hasNextPage && !isFetchingNextPage) fetchNextPage()
  }, [wanted, hasNextPage, isFetchingNextPage, fetchNextPage])

  useShortcut('escape', () => setChosen(null), chosen !== null)

  const choose = useCallback((id: string) => {
    setChosen((set) => {
      const next = new Set(set)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])

  const more = useMore(() => {
    if (hasNextPage && !isFetchingNextPage) fetchNextPage()
  })

  return (
    <>
      <nav
        aria-label={wide ? t('history.title') : t('conversation.list')}
        className={cn('flex-1 overflow-y-auto overscroll-contain px-3 pb-3', className)}
      >
        {before}
        <ListState list={list} empty={shown.length === 0} searching={wanted !== ''} wide={wide} />
        {groups.map((group) => (
          <section key={group.key}>
            <h2 className="px-3 pt-4 pb-1 text-[12px] text-ink-3">
              <GroupName group={group.key} />
            </h2>
            <ul>
              {group.items.map((row) => (
                <Row
                  key={row.id}
                  row={row}
                  current={row.id === currentId}
                  filter={wanted}
                  wide={wide}
                  chosen={chosen ? chosen.has(row.id) : undefined}
                  onChoose={choose}
                  onOpen={onOpen}
                  onGone={onGone}
                />
              ))}
            </ul>
          </section>
        ))}
        <div ref={more} className="h-px" />
        {isFetchingNextPage && <Skeleton className="mx-3 my-3" />}
        {wide && shown.length > 0 && !hasNextPage && (
          <p className="py-6 text-center text-[12px] text-ink-3">{t('conversation.end')}</p>
        )}
      </nav>
      {chosen && (
        <SelectBar
          count={chosen.size}
          all={shown.length > 0 && chosen.size === shown.length}
          onAll={(all) => setChosen(new Set(all ? shown.map((row: ConversationRow) => row.id) : []))}
          onDelete={() => setAsking(true)}
          onCancel={() => setChosen(null)}
        />
      )}
      {asking && chosen && (
        <Suspense>
          <ConfirmDialog
            open
            onOpenChange={setAsking}
            title={t('conversation.clearTitle', { count: chosen.size })}
            description={t('conversation.clearText')}
            action={t('conversation.delete')}
            danger
            onConfirm={() => {
              const ids = [...chosen]
              setChosen(null)
              remove(ids).then(
                () => onGone?.(ids),
                () => {}, // the error is already shown, and the change reverted
              )
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function GroupName({ group }: { group: GroupKey }) {
  const t = useT()
  const locale = useLocale()
  switch (group) {
    case 'top':
      return t('conversation.group.top')
    case 'today':
      return t('conversation.group.today')
    case 'yesterday':
      return t('conversation.group.yesterday')
    case 'week':
      return t('conversation.group.week')
    case 'month':
      return t('conversation.group.month')
    default: {
      const [year, month] = group.split('-').map(Number) as [number, number]
      const thisYear = year === new Date().getFullYear()
      // In Chinese, the long form of a month is 十月 and the numeric form is 10月. The numeric form matches "7 天内" better.
      const format: Intl.DateTimeFormatOptions = thisYear
        ? { month: locale === 'en' ? 'long' : 'numeric' }
        : { month: 'long', year: 'numeric' }
      return new Intl.DateTimeFormat(locale, format).format(new Date(year, month - 1, 1))
    }
  }
}

interface ListStateProps {
  list: ReturnType<typeof useConversations>
  empty: boolean
  searching: boolean
  wide?: boolean
}

/** The state of the list while there are no rows to show. */
function ListState({ list, empty, searching, wide }: ListStateProps) {
  const t = useT()
  const newChat = useSlot('newChat').visible
  if (!empty) return null
  if (list.isPending || (searching && list.hasNextPage)) {
    return (
      <div role="status" aria-label={t('ui.loading')} className="space-y-4 px-3 pt-6">
        {['w-1/4 h-3', 'w-4/5', 'w-3/5', 'w-2/3'].map((w) => (
          <Skeleton key={w} className={w} />
        ))}
      </div>
    )
  }
  if (list.isError) {
    return (
      <ErrorState
        icon={<CloudOff strokeWidth={1.5} />}
        title={t('conversation.loadFailed')}
        text={errorText(list.error) ?? undefined}
        action={{ label: t('ui.retry'), onClick: () => list.refetch() }}
      />
    )
  }
  if (searching) {
    return (
      <EmptyState
        icon={<SearchX strokeWidth={1.5} />}
        title={t('conversation.noMatch')}
        text={t('conversation.noMatchText')}
      />
    )
  }
  // In the sidebar no button is needed, because the button for a new chat is just above the list.
  if (!wide) {
    return <p className="text-balance px-3 pt-6 text-[13px] text-ink-3">{t('conversation.empty')}</p>
  }
  return (
    <EmptyState
      icon={<MessageSquareDashed strokeWidth={1.5} />}
      title={t('conversation.empty')}
      action={newChat ? { label: t('shell.newChat'), onClick: () => navigate('/') } : undefined}
    />
  )
}
