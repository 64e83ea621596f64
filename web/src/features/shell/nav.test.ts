import { describe, expect, it } from 'vitest'
import {
  FOLD_GUARD,
  headerHeight,
  hidesTrigger,
  isFloating,
  type Nav,
  type NavEvent,
  navMode,
  navReduce,
  navWidth,
} from './nav'

const pc: Nav = { phone: false, floats: false, open: true, peek: false, guardUntil: 0 }
const folded: Nav = { ...pc, open: false }
const phone: Nav = { ...pc, phone: true, open: false }
const floating: Nav = { ...folded, floats: true }

const play = (nav: Nav, ...events: NavEvent[]) => events.reduce(navReduce, nav)

describe('wide screen', () => {
  it('pushes', () => expect(navMode(pc)).toBe('push'))

  it('folds for a page that needs its room, and comes back as it was chosen', () => {
    expect(play(pc, { type: 'makeRoom' }).open).toBe(false)
    expect(play(pc, { type: 'makeRoom' }, { type: 'giveBack', remembered: true }).open).toBe(true)
    expect(play(pc, { type: 'makeRoom' }, { type: 'giveBack', remembered: false }).open).toBe(false)
    expect(play(phone, { type: 'giveBack', remembered: true }).open).toBe(false)
  })

  it('hides its trigger only where the room is all for a file', () => {
    expect(hidesTrigger('/tool/deep-reading')).toBe(false)
    expect(hidesTrigger('/tool/deep-reading/detail')).toBe(true)
  })

  it('ignores hover for 500 ms after the fold click', () => {
    const nav = play(pc, { type: 'fold', now: 1000 })
    expect(nav.open).toBe(false)
    expect(play(nav, { type: 'hoverTrigger', now: 1000 + FOLD_GUARD - 1 }).peek).toBe(false)
    expect(play(nav, { type: 'hoverTrigger', now: 1000 + FOLD_GUARD }).peek).toBe(true)
  })

  it('floats at hover and closes when the mouse moves over the mask', () => {
    const nav = play(folded, { type: 'hoverTrigger', now: 0 })
    expect(isFloating(nav)).toBe(true)
    expect(isFloating(play(nav, { type: 'hoverMask' }))).toBe(false)
  })

  it('is pinned by a click while it floats', () => {
    const nav = play(folded, { type: 'hoverTrigger', now: 0 }, { type: 'trigger', now: 1 })
    expect([nav.open, nav.peek, isFloating(nav)]).toEqual([true, false, false])
  })

  it('does not close at Esc or the mask while it pushes', () => {
    expect(play(pc, { type: 'dismiss' }, { type: 'hoverMask' }).open).toBe(true)
  })

  it('does not swipe', () => expect(play(folded, { type: 'swipeOpen' }).open).toBe(false))
})

describe('overlay of a container on a wide screen', () => {
  it('opens by click as an overlay and closes over the mask', () => {
    const nav = play(floating, { type: 'trigger', now: 0 })
    expect([navMode(nav), isFloating(nav)]).toEqual(['overlay', true])
    expect(play(nav, { type: 'hoverMask' }).open).toBe(false)
  })
})

describe('phone', () => {
  it('opens by the trigger or a swipe, closes by dismissal, never by hover', () => {
    expect(play(phone, { type: 'hoverTrigger', now: 9999 })).toEqual(phone)
    for (const open of [play(phone, { type: 'trigger', now: 0 }), play(phone, { type: 'swipeOpen' })]) {
      expect(isFloating(open)).toBe(true)
      expect(play(open, { type: 'hoverMask' }).open).toBe(true)
      expect(play(open, { type: 'dismiss' }).open).toBe(false)
    }
  })

  it('begins closed, and the wide screen takes up what it remembers', () => {
    expect(play(pc, { type: 'phone', phone: true, remembered: true }).open).toBe(false)
    expect(play(phone, { type: 'phone', phone: false, remembered: true }).open).toBe(true)
    expect(play(phone, { type: 'phone', phone: false, remembered: false }).open).toBe(false)
  })
})

it('is 80 % on phones and as wide as the container says elsewhere', () => {
  expect(navWidth(phone, 285)).toBe('80%')
  for (const px of [260, 254, 285]) expect(navWidth(pc, px)).toBe(`${px}px`)
})

it.each([
  [true, true, true, 112],
  [false, true, true, 68],
  [true, false, true, 68],
  [true, true, false, 68],
])(
  'header of default agent %s, temporary %s, logged in %s is %i px',
  (defaultAgent, tempConv, loggedIn, px) => {
    expect(headerHeight({ defaultAgent, tempConv, loggedIn })).toBe(px)
  },
)
