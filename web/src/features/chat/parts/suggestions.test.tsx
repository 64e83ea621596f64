import { I18nProvider } from '@lingui/react'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addCatalogue, i18n } from '@/i18n'
import { usePrefs } from '@/lib/prefs'
import { drafts } from '../state/draft'
import { Composer } from './composer'

const SUGGEST_DELAY = 120
Element.prototype.scrollIntoView = vi.fn()

const calls = vi.hoisted(() => ({ list: [] as { query: string; temporary: boolean; signal: AbortSignal }[] }))
vi.mock('@/features/suggest/calls', () => ({
  getSuggestions: (query: string, temporary: boolean, signal: AbortSignal) => {
    calls.list.push({ query, temporary, signal })
    if (query === '坏了') return Promise.reject(new Error('500'))
    const rows = [
      { text: '今天天气怎么样', type: 'history', label: '' },
      { text: '今天是几号', type: 'question', label: '日期' },
      { text: '100 天后是几月几号？', type: 'ability', label: '日期' },
    ]
    return Promise.resolve(query.startsWith('今') ? rows : [])
  },
  useGoodQuestions: vi.fn(),
}))

const onSend = vi.fn()
const mount = async (part: object = {}) => {
  render(
    <I18nProvider i18n={i18n}>
      <Composer draftId="test" placeholder="" running={false} onSend={onSend} onStop={vi.fn()} {...part} />
    </I18nProvider>,
  )
  const box = screen.getByRole<HTMLTextAreaElement>('textbox')
  box.focus()
  return box
}
const type = async (box: HTMLTextAreaElement, value: string) => {
  fireEvent.change(box, { target: { value } })
  box.setSelectionRange(value.length, value.length)
  await act(() => vi.advanceTimersByTimeAsync(SUGGEST_DELAY))
}
const options = () => screen.queryAllByRole('option').map((o) => o.textContent)

beforeEach(async () => {
  await addCatalogue('suggest')
  await import('@/features/suggest')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  calls.list = []
  onSend.mockReset()
  drafts.set('test', '')
  usePrefs.setState({ sendKey: 'enter', suggests: true })
})
afterEach(() => vi.useRealTimers())

/** Mounts the composer, types one character, and waits for the lazily loaded list. */
const warm = async (part: object = {}) => {
  const box = await mount(part)
  await type(box, '今')
  await act(() => vi.advanceTimersByTimeAsync(SUGGEST_DELAY))
  await vi.waitFor(() => expect(options()).toHaveLength(3))
  return box
}

it('offers questions, and leaves Enter to the box until one is chosen', async () => {
  const box = await warm()
  expect(box.getAttribute('aria-activedescendant')).toBeNull()
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(onSend).toHaveBeenCalledExactlyOnceWith('今')
})

it('puts a chosen question into the box, and says when it is the operator’s', async () => {
  const box = await warm()
  fireEvent.keyDown(box, { key: 'ArrowDown' })
  fireEvent.keyDown(box, { key: 'ArrowDown' })
  const chosen = screen.getByRole('option', { selected: true })
  expect(chosen.textContent).toContain('今天是几号')
  expect(box.getAttribute('aria-activedescendant')).toBe(chosen.id)
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(box.value).toBe('今天是几号')
  expect(onSend).not.toHaveBeenCalled()
  expect(options()).toEqual([])
  expect(document.activeElement).toBe(box)
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(onSend).toHaveBeenCalledExactlyOnceWith('今天是几号', true)
})

it('does not call a changed question the operator’s, and none of one’s own', async () => {
  const box = await warm()
  fireEvent.click(screen.getByRole('option', { name: /今天是几号/ }))
  await type(box, '今天是几号，农历呢')
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(onSend).toHaveBeenLastCalledWith('今天是几号，农历呢')
  await type(box, '今')
  fireEvent.click(screen.getByRole('option', { name: /天气/ }))
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(onSend).toHaveBeenLastCalledWith('今天天气怎么样')
})

it('goes round with ↓ and ↑, and out of the list again', async () => {
  const box = await warm()
  const press = (key: string) => fireEvent.keyDown(box, { key })
  const chosen = () => screen.queryByRole('option', { selected: true })?.textContent ?? ''
  press('ArrowUp')
  expect(chosen()).toBe('')
  for (const want of ['天气', '几号', '几月', '']) {
    press('ArrowDown')
    expect(chosen()).toContain(want)
  }
  expect(chosen()).toBe('')
  press('ArrowDown')
  press('ArrowUp')
  expect(chosen()).toBe('')
})

it('leaves ↓ to a caret that is not at the end', async () => {
  const box = await warm()
  box.setSelectionRange(0, 0)
  expect(fireEvent.keyDown(box, { key: 'ArrowDown' })).toBe(true)
  expect(screen.queryByRole('option', { selected: true })).toBeNull()
})

it('closes by Esc until the text changes, and keeps that Esc from stopping anything', async () => {
  const box = await warm()
  expect(fireEvent.keyDown(box, { key: 'Escape' })).toBe(false)
  expect(options()).toEqual([])
  expect(fireEvent.keyDown(box, { key: 'Escape' })).toBe(true)
})

it('is silent while an input method composes', async () => {
  const box = await warm()
  fireEvent.compositionStart(box)
  expect(options()).toEqual([])
  const before = calls.list.length
  await type(box, '今天tian')
  expect(calls.list).toHaveLength(before)
  fireEvent.compositionEnd(box)
  await type(box, '今天天')
  expect(options()).toHaveLength(3)
  // In Safari, the Enter key that ends an IME composition must not choose an entry.
  fireEvent.keyDown(box, { key: 'ArrowDown' })
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 })
  expect(box.value).toBe('今天天')
})

it('asks once for quick typing, and gives up what is no longer wanted', async () => {
  const box = await warm()
  calls.list = []
  for (const value of ['今天', '今天天', '今天天气']) fireEvent.change(box, { target: { value } })
  await act(() => vi.advanceTimersByTimeAsync(SUGGEST_DELAY))
  expect(calls.list.map((c) => c.query)).toEqual(['今天天气'])
  fireEvent.change(box, { target: { value: '今天天气好' } })
  expect(calls.list[0]?.signal.aborted).toBe(true)
})

it('has nothing to say after a failure, of long texts and of several lines', async () => {
  const box = await warm()
  await type(box, '坏了')
  expect(options()).toEqual([])
  const before = calls.list.length
  await type(box, '今'.repeat(61))
  await type(box, '今天\n明天')
  expect(calls.list).toHaveLength(before)
})

it('goes when the focus goes', async () => {
  const box = await warm()
  act(() => box.blur())
  expect(options()).toEqual([])
})

it('tells the server of a temporary conversation', async () => {
  await warm({ dashed: true })
  expect(calls.list[0]?.temporary).toBe(true)
})

it.each([
  ['switched off', {}, () => usePrefs.setState({ suggests: false })],
  ['an answer is made', { running: true }, () => {}],
  ['files go along', { files: { count: 1, blocked: '', placeholder: '' } }, () => {}],
])('offers nothing when %s', async (_, part, before) => {
  before()
  const box = await mount(part)
  await type(box, '今天')
  expect(calls.list).toEqual([])
})

it('offers nothing for a text that was put into the box', async () => {
  const box = await mount()
  act(() => drafts.set('test', '今天'))
  await act(() => vi.advanceTimersByTimeAsync(SUGGEST_DELAY))
  expect(box.value).toBe('今天')
  expect(calls.list).toEqual([])
})
