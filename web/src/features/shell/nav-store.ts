import { create } from 'zustand'
import { boot } from '@/lib/boot'
import { isPhone } from '@/lib/platform'
import { storage } from '@/lib/storage'
import { isFloating, type Nav, type NavEvent, navMode, navReduce } from './nav'

/** Containers whose sidebar begins closed, unless the server says (specification, point 2). */
const beginsClosed = new Set(['pcClient'])

/** What a wide screen remembers; the ask-AI landing and some containers begin closed. */
function remembered(): boolean {
  const kept = storage.get('nav')
  if (kept !== null) return kept === 'open'
  const open = boot.container.navOpen ?? !beginsClosed.has(boot.container.id)
  return open && !new URLSearchParams(location.search).has('askAi')
}

interface NavStore {
  nav: Nav
  dispatch: (event: NavEvent) => void
}

const floats = boot.container.navMode === 'overlay'

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

/** Closes the sidebar where it lies over the page: after a choice in it was made. */
export function closeFloating(): void {
  const { nav, dispatch } = useNav.getState()
  if (isFloating(nav)) dispatch({ type: 'dismiss' })
}
