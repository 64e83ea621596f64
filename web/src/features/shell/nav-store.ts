import { useEffect } from 'react'
import { create } from 'zustand'
import { isPhone } from '@/lib/platform'
import { slot } from '@/lib/slot'
import { storage } from '@/lib/storage'
import { isFloating, type Nav, type NavEvent, navMode, navReduce } from './nav'

const { visible, props: sidebar } = slot('navigation')

/** What a wide screen remembers; the ask-AI landing and some containers begin closed. */
function remembered(): boolean {
  if (!visible) return false
  const kept = storage.get('nav')
  if (kept !== null) return kept === 'open'
  return sidebar.open && !new URLSearchParams(location.search).has('askAi')
}

interface NavStore {
  nav: Nav
  dispatch: (event: NavEvent) => void
}

const floats = sidebar.mode === 'overlay'

/** The sidebar of this page. */
export const useNav = create<NavStore>()((set, get) => ({
  nav: {
    phone: isPhone(),
    floats,
    open: !isPhone() && !floats && remembered(),
    peek: false,
    guardUntil: 0,
  },
  dispatch: (event) => {
    const nav = navReduce(get().nav, event)
    const chosen = event.type === 'trigger' || event.type === 'fold'
    if (chosen && navMode(nav) === 'push') storage.set('nav', nav.open ? 'open' : 'closed')
    set({ nav })
  },
}))

globalThis.matchMedia?.('(max-width: 768px)').addEventListener('change', (e) => {
  useNav.getState().dispatch({ type: 'phone', phone: e.matches, remembered: remembered() })
})

/** Width below which a page that shows a file and something beside it needs the sidebar's room, in px. */
const ROOMY = 1280

/** Folds the sidebar while a page needs its room. What the person chose stays remembered. */
export function useRoom(): void {
  useEffect(() => {
    const { dispatch } = useNav.getState()
    if (innerWidth >= ROOMY) return
    dispatch({ type: 'makeRoom' })
    return () => dispatch({ type: 'giveBack', remembered: remembered() })
  }, [])
}

/** Closes the sidebar where it lies over the page: after a choice in it was made. */
export function closeFloating(): void {
  const { nav, dispatch } = useNav.getState()
  if (isFloating(nav)) dispatch({ type: 'dismiss' })
}
