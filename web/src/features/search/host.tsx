import { lazy, Suspense } from 'react'
import { withCatalogue } from '@/i18n'
import { useShortcut } from '@/lib/shortcuts'
import { useFlag } from '@/lib/slot'
import { openSearch, useSearchOpen } from './store'

const SearchDialog = lazy(
  withCatalogue('search', () => import('./dialog').then((m) => ({ default: m.SearchDialog }))),
)

export interface SearchHostProps {
  /** Begins a conversation, and shows the table of shortcuts: two of the actions that are found. */
  onNewChat: () => void
  onHelp: () => void
}

/** The search over everything, behind Ctrl/⌘ K and the entry of the sidebar. */
export function SearchHost(props: SearchHostProps) {
  const offered = useFlag('searchEntry')
  const open = useSearchOpen((s) => s.open)
  useShortcut('search', openSearch, offered)
  if (!open) return null
  return (
    <Suspense>
      <SearchDialog {...props} />
    </Suspense>
  )
}
