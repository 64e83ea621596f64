/** Time in ms after the event `fold` during which hover does not show the sidebar. */
export const FOLD_GUARD = 500

/**
 * The layout of the open sidebar: `push` shrinks the page, `overlay` covers it. Up to 768 px the mode is `overlay`. On
 * wider screens it is `overlay` only if the container requires this. A sidebar that is shown by hover covers the page,
 * too.
 */
export type NavMode = 'push' | 'overlay'

export interface Nav {
  phone: boolean
  /** Whether the container requires an overlay on wide screens as well. */
  floats: boolean
  /** Whether the sidebar is open. While it is only shown by hover, `peek` is true instead. */
  open: boolean
  /** Whether the sidebar is shown temporarily, because the mouse has moved over the trigger. */
  peek: boolean
  /** Time until which hover is ignored, in ms, on the same clock as the `now` of events. */
  guardUntil: number
}

export type NavEvent =
  | { type: 'trigger'; now: number }
  | { type: 'fold'; now: number }
  | { type: 'hoverTrigger'; now: number }
  | { type: 'hoverMask' }
  | { type: 'dismiss' }
  | { type: 'swipeOpen' }
  /** makeRoom: a page needs the full width. giveBack: the page no longer needs it. */
  | { type: 'makeRoom' }
  | { type: 'giveBack'; remembered: boolean }
  | { type: 'phone'; phone: boolean; remembered: boolean }

export function navMode(nav: Nav): NavMode {
  return nav.phone || nav.floats ? 'overlay' : 'push'
}

/** Whether the sidebar currently covers the page. */
export function isFloating(nav: Nav): boolean {
  return nav.peek || (nav.open && navMode(nav) === 'overlay')
}

/** The next state; a pure function, so that every rule can be tested in one line. */
export function navReduce(nav: Nav, event: NavEvent): Nav {
  switch (event.type) {
    case 'trigger':
      // If the sidebar is shown by hover, a click on the trigger keeps it open.
      return nav.open ? navReduce(nav, { ...event, type: 'fold' }) : { ...nav, open: true, peek: false }
    case 'fold':
      return { ...nav, open: false, peek: false, guardUntil: event.now + FOLD_GUARD }
    case 'hoverTrigger':
      return nav.phone || nav.open || event.now < nav.guardUntil ? nav : { ...nav, peek: true }
    case 'hoverMask':
      return nav.phone ? nav : navReduce(nav, { type: 'dismiss' })
    case 'dismiss':
      return isFloating(nav) ? { ...nav, open: false, peek: false } : nav
    case 'swipeOpen':
      return nav.phone ? { ...nav, open: true } : nav
    case 'makeRoom':
      return nav.phone ? nav : { ...nav, open: false, peek: false }
    case 'giveBack':
      return navMode(nav) === 'overlay' ? nav : { ...nav, open: event.remembered }
    case 'phone':
      if (event.phone === nav.phone) return nav
      // On a phone or as an overlay, the sidebar starts closed. Otherwise it starts in its stored state.
      return {
        ...nav,
        phone: event.phone,
        peek: false,
        open: !event.phone && !nav.floats && event.remembered,
      }
  }
}

/** Width of the sidebar in CSS: 80 % on phones, otherwise `container` px. */
export function navWidth(nav: Nav, container: number): string {
  return nav.phone ? '80%' : `${container}px`
}

/**
 * Height of the page header in px: 112 if the user is logged in, the agent is the default agent and temporary
 * conversations are offered; otherwise 68.
 */
export function headerHeight(is: { defaultAgent: boolean; tempConv: boolean; loggedIn: boolean }): number {
  return is.defaultAgent && is.tempConv && is.loggedIn ? 112 : 68
}

/** Whether a page hides the trigger of the sidebar: deep reading of a file, and the page of a shared snapshot. */
export function hidesTrigger(pathname: string): boolean {
  return /^\/tool\/deep-reading\/(?:detail|share)/.test(pathname)
}
