import { I18nProvider } from '@lingui/react'
import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { activateLocale, i18n } from '@/i18n'
import { type Message, newMessage, reduce } from '../state/types'
import { Working } from './working'

beforeEach(async () => {
  await activateLocale('zh-CN')
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

const element = (message: Message) => (
  <I18nProvider i18n={i18n}>
    <Working message={message} activity={null} />
  </I18nProvider>
)
const pass = (s: number) => act(() => vi.advanceTimersByTime(s * 1000))

it('tells the seconds of a silence from the third on, and that it is slow from the eighth on', () => {
  const { container, rerender } = render(element(newMessage()))
  expect(container.textContent).toBe('正在准备回答')
  pass(2)
  expect(container.textContent).toBe('正在准备回答')
  pass(1)
  expect(container.textContent).toBe('正在准备回答3 秒')
  pass(5)
  expect(container.textContent).toBe('响应较慢8 秒')

  const begun = reduce(newMessage(), { type: 'text', msg: '一' })
  rerender(element(begun))
  expect(container.textContent).toBe('')
  pass(3)
  expect(container.textContent).toBe('3 秒')
  pass(6)
  expect(container.textContent).toBe('响应较慢9 秒')
  rerender(element(reduce(begun, { type: 'text', msg: '二' })))
  expect(container.textContent).toBe('')
})

it('keeps saying what is being done while that is slow', () => {
  const { container } = render(element({ ...newMessage(), status: '排队中' }))
  pass(9)
  expect(container.textContent).toBe('排队中 · 响应较慢9 秒')
})

it('has words until the answer has text, whatever else is shown already', () => {
  const step = reduce(newMessage(), { type: 'step', msg: '联网搜索', id: 'web', state: 'running' })
  const { container, rerender } = render(element(step))
  expect(container.textContent).toBe('正在准备回答')
  rerender(element(reduce(step, { type: 'text', msg: '一' })))
  expect(container.textContent).toBe('')
})

it('is as high as the actions that replace it, also on phones', () => {
  const { container } = render(element(newMessage()))
  expect([...container.firstElementChild!.classList]).toEqual(expect.arrayContaining(['h-8', 'max-md:h-11']))
})
