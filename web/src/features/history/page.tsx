import { Search } from 'lucide-react'
import { Suspense, useState } from 'react'
import { ConversationList, useConversations } from '@/features/conversation'
import { PageHeader } from '@/features/shell'
import { useT } from '@/i18n'
import { Input } from '@/ui/field'

/** /history: every conversation, with a search in the titles. */
export function HistoryPage() {
  const t = useT()
  const [filter, setFilter] = useState('')
  const list = useConversations()
  const total = list.data?.pages[0]?.pagination.totalResults
  return (
    <>
      <PageHeader title={t('history.title')} />
      <div className="mx-auto flex min-h-0 w-full max-w-[760px] flex-1 flex-col">
        <div className="px-6 pt-2 max-md:px-4">
          <div className="relative">
            <Search
              size={18}
              strokeWidth={1.5}
              className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-3"
            />
            <Input
              value={filter}
              maxLength={64}
              onChange={(e) => setFilter(e.target.value)}
              inputMode="search"
              aria-label={t('shell.searchLabel')}
              placeholder={total ? t('history.searchCount', { count: total }) : t('history.search')}
              className="h-11 rounded-md pl-10"
            />
          </div>
        </div>
        <Suspense>
          <ConversationList list={list} filter={filter} wide className="max-md:px-1" />
        </Suspense>
      </div>
    </>
  )
}
