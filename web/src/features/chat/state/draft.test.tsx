import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DRAFT_DELAY, Drafts, MAX_DRAFTS } from './draft'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

it('keeps one draft a conversation, across a reload', () => {
  const drafts = new Drafts()
  drafts.set('a', '问题一')
  drafts.set('b', '问题二')
  vi.advanceTimersByTime(DRAFT_DELAY)
  const after = new Drafts()
  expect([after.get('a'), after.get('b'), after.get('c')]).toEqual(['问题一', '问题二', ''])
})

it('writes once after the last key', () => {
  const write = vi.spyOn(Storage.prototype, 'setItem')
  const drafts = new Drafts()
  for (const text of ['一', '一二', '一二三']) drafts.set('a', text)
  expect(write).not.toHaveBeenCalled()
  vi.advanceTimersByTime(DRAFT_DELAY)
  expect(write.mock.calls.filter(([key]) => key === 'wenqu.draft.a')).toEqual([['wenqu.draft.a', '一二三']])
})

it('writes at once when the page goes away', () => {
  const drafts = new Drafts()
  drafts.set('a', '还没发')
  drafts.write()
  expect(new Drafts().get('a')).toBe('还没发')
})

it('forgets a draft that was sent', () => {
  const drafts = new Drafts()
  drafts.set('a', '发了')
  drafts.write()
  drafts.set('a', '')
  drafts.write()
  expect(localStorage.getItem('wenqu.draft.a')).toBeNull()
})

it('lives on in memory when storage is full', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const drafts = new Drafts()
  drafts.set('a', '很长的问题')
  vi.advanceTimersByTime(DRAFT_DELAY)
  expect(drafts.get('a')).toBe('很长的问题')
})

it('lives on in memory when storage is blocked', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  const drafts = new Drafts()
  expect(drafts.get('a')).toBe('')
  drafts.set('a', '问')
  expect(drafts.get('a')).toBe('问')
})

it('lets the oldest drafts make room', () => {
  const drafts = new Drafts()
  for (let i = 0; i <= MAX_DRAFTS; i++) {
    drafts.set(`c${i}`, '文字')
    drafts.write()
  }
  const after = new Drafts()
  expect([after.get('c0'), after.get('c1'), after.get(`c${MAX_DRAFTS}`)]).toEqual(['', '文字', '文字'])
})

it('tells its listeners, and only of changes', () => {
  const drafts = new Drafts()
  const heard = vi.fn()
  const off = drafts.subscribe(heard)
  drafts.set('a', '一')
  drafts.set('a', '一')
  expect(heard).toHaveBeenCalledTimes(1)
  off()
  drafts.set('a', '二')
  expect(heard).toHaveBeenCalledTimes(1)
})
