import { Suspense, useRef } from 'react'
import { useT, withCatalogue } from '@/i18n'
import { lazy } from '@/lib/lazy'
import { useShortcut } from '@/lib/shortcuts'
import { useFlag } from '@/lib/slot'
import { openSearch, useSearchOpen } from './store'

const SearchDialog = lazy(
  withCatalogue('search', () => import('./dialog').then((m) => ({ default: m.SearchDialog }))),
)

export interface SearchHostProps {
  /** Functions for two of the actions: a new conversation, and the list of shortcuts. */
  onNewChat: () => void
  onHelp: () => void
}

/** The search dialog, opened by Ctrl/⌘ K and the entry in the sidebar. */
export function SearchHost(props: SearchHostProps) {
  const offered = useFlag('searchEntry')
  const open = useSearchOpen((s) => s.open)
  useShortcut('search', openSearch, offered)
  const t = useT()
  const early = useRef('')
  if (!open) return null
  // Keys typed while the dialog is loading go to the dialog instead of the composer.
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
