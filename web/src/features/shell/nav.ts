/** Time after the fold click in which hover cannot open the sidebar again, in ms. */
export const FOLD_GUARD = 500

/**
 * How the sidebar stands. `push` moves the page aside, `overlay` lies over it:
 * always up to 768 px, and wider where the container says so.
 */
export type NavMode = 'push' | 'overlay'

export interface Nav {
  phone: boolean
  /** Whether the container wants an overlay on wide screens too. */
  floats: boolean
  /** Open by the person's will: pushed aside, or laid over the page. */
  open: boolean
  /** Floating over the page because the mouse rests on the trigger. */
  peek: boolean
  /** Time until which hover is ignored, in ms. */
  guardUntil: number
}

export type NavEvent =
  | { type: 'trigger'; now: number }
  | { type: 'fold'; now: number }
  | { type: 'hoverTrigger'; now: number }
  | { type: 'hoverMask' }
  | { type: 'dismiss' }
  | { type: 'swipeOpen' }
  /** A page needs the whole width, and no longer does. */
  | { type: 'makeRoom' }
  | { type: 'giveBack'; remembered: boolean }
  | { type: 'phone'; phone: boolean; remembered: boolean }

export function navMode(nav: Nav): NavMode {
  return nav.phone || nav.floats ? 'overlay' : 'push'
}

/** Whether the sidebar lies over the page now. */
export function isFloating(nav: Nav): boolean {
  return nav.peek || (nav.open && navMode(nav) === 'overlay')
}

/** The next state; pure, so that every rule is one line to test. */
export function navReduce(nav: Nav, event: NavEvent): Nav {
  switch (event.type) {
    case 'trigger':
      // A click while it floats by hover pins it.
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
      // A phone begins closed; a wide screen takes up what it remembers.
      return {
        ...nav,
        phone: event.phone,
        peek: false,
        open: !event.phone && !nav.floats && event.remembered,
      }
  }
}

/** Width of the sidebar as CSS: 80 % on phones, else the container's pixels. */
export function navWidth(nav: Nav, container: number): string {
  return nav.phone ? '80%' : `${container}px`
}

/**
 * Height of the page header in px: 112 where the default agent, temporary
 * conversations and a logged-in user all hold, else 68.
 */
export function headerHeight(is: { defaultAgent: boolean; tempConv: boolean; loggedIn: boolean }): number {
  return is.defaultAgent && is.tempConv && is.loggedIn ? 112 : 68
}

/** Pages on which the sidebar has no trigger, for the room is all for the file; their header leads back. */
export function hidesTrigger(pathname: string): boolean {
  return /^\/tool\/deep-reading\/(?:detail|share)/.test(pathname)
}
