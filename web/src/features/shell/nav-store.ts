import { useEffect } from 'react'
import { create } from 'zustand'
import { isPhone } from '@/lib/platform'
import { slot } from '@/lib/slot'
import { storage } from '@/lib/storage'
import { isFloating, type Nav, type NavEvent, navMode, navReduce } from './nav'

const { visible, props: sidebar } = slot('navigation')

/**
 * Whether the sidebar should be open in the mode `push`. False if the container has no sidebar. Otherwise the
 * stored state decides. If no state is stored, the container and the address decide.
 */
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

/**
 * Minimum width of a window, in px, in which the sidebar, a file and the panel beside the file have space.
 */
const ROOMY = 1280

/**
 * While the page is mounted, closes the sidebar in a window narrower than ROOMY, except on phones. The stored state
 * stays the same.
 */
export function useRoom(): void {
  useEffect(() => {
    const { dispatch } = useNav.getState()
    const giveBack = () => dispatch({ type: 'giveBack', remembered: remembered() })
    const narrow = matchMedia(`(max-width: ${ROOMY - 1}px)`)
    const adapt = () => (narrow.matches ? dispatch({ type: 'makeRoom' }) : giveBack())
    if (narrow.matches) adapt()
    narrow.addEventListener('change', adapt)
    return () => {
      narrow.removeEventListener('change', adapt)
      if (narrow.matches) giveBack()
    }
  }, [])
}

/** Closes the sidebar if it covers the page. Called when the user has chosen a link or button in the sidebar. */
export function closeFloating(): void {
  const { nav, dispatch } = useNav.getState()
  if (isFloating(nav)) dispatch({ type: 'dismiss' })
}
