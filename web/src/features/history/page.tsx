import { Search } from 'lucide-react'
import { useState } from 'react'
import { ConversationList, useConversations } from '@/features/conversation'
import { PageFrame } from '@/features/shell'
import { useT } from '@/i18n'
import { Input } from '@/ui/field'

/** /history: all conversations, with a search in the titles. */
export function HistoryPage() {
  const t = useT()
  const [filter, setFilter] = useState('')
  const list = useConversations()
  const total = list.data?.pages[0]?.pagination.totalResults
  return (
    <PageFrame title={t('history.title')} fill>
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
      <ConversationList list={list} filter={filter} wide className="-mx-3" />
    </PageFrame>
  )
}
