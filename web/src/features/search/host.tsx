import { lazy, Suspense, useRef } from 'react'
import { useT, withCatalogue } from '@/i18n'
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
  const t = useT()
  const early = useRef('')
  if (!open) return null
  // What is typed before the dialog is there goes to it, not to the box of questions.
  const waiting = (
    <input
      className="sr-only"
      aria-label={t('shell.search')}
      ref={(input) => input?.focus()}
      onChange={(e) => {
        early.current = e.target.value
      }}
    />
  )
  return (
    <Suspense fallback={waiting}>
      <SearchDialog {...props} early={early} />
    </Suspense>
  )
}
