import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CompositionGuard } from './ime'

const enter = { key: 'Enter', keyCode: 13 }
let guard: CompositionGuard

beforeEach(() => {
  vi.useFakeTimers()
  guard = new CompositionGuard()
})
afterEach(() => vi.useRealTimers())

it('lets a plain Enter through', () => expect(guard.isEnter(enter)).toBe(true))

it.each([
  ['isComposing', { ...enter, isComposing: true }],
  ['isComposing of a React event', { ...enter, nativeEvent: { isComposing: true } }],
  ['keyCode 229', { key: 'Process', keyCode: 229 }],
  ['keyCode 229 with the name Enter', { key: 'Enter', keyCode: 229 }],
])('leaves a key with %s to the input method', (_, key) => {
  expect(guard.owns(key)).toBe(true)
  expect(guard.isEnter(key)).toBe(false)
})

it('holds the flag during a composition whose keys tell nothing', () => {
  guard.onCompositionStart()
  expect(guard.isEnter(enter)).toBe(false)
})

it('ignores the Enter that Safari sends after compositionend', () => {
  guard.onCompositionStart()
  guard.onCompositionEnd()
  expect(guard.isEnter(enter)).toBe(false)
  vi.advanceTimersByTime(49)
  expect(guard.isEnter(enter)).toBe(false)
  vi.advanceTimersByTime(1)
  expect(guard.isEnter(enter)).toBe(true)
})

it('gives other keys back one task after compositionend', () => {
  guard.onCompositionStart()
  guard.onCompositionEnd()
  expect(guard.owns({ key: 'a', keyCode: 65 })).toBe(true)
  vi.advanceTimersByTime(0)
  expect(guard.owns({ key: 'a', keyCode: 65 })).toBe(false)
})

it('stays closed when a new composition begins at once', () => {
  guard.onCompositionStart()
  guard.onCompositionEnd()
  guard.onCompositionStart()
  vi.advanceTimersByTime(1000)
  expect(guard.isEnter(enter)).toBe(false)
})
