import { I18nProvider } from '@lingui/react'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { activateLocale, i18n } from '@/i18n'
import { toast } from '@/ui/toast'
import type { Feedback } from '../state/model'
import { newMessage, reduce } from '../state/types'
import { Actions } from './actions'
import Reasons from './feedback'

vi.mock('@/features/favorite', () => ({
  loadStars: async () => ({ Star: () => null, PageStar: () => null, ThingStar: () => null }),
}))

vi.mock('@/ui/toast')
vi.mock('@/features/export', () => ({ ExportMenu: () => null, useExport: () => ({ entries: [] }) }))
vi.mock('../queries', () => ({
  useListedName: () => '混元',
  useGeneral: () => ({
    feedbackCodeConfigV2: {
      textToText: [
        { type: 1, title: '好在哪里', codeMap: { '11': '准确' } },
        { type: -1, title: '哪里不好', codeMap: { '1': '有事实错误' } },
      ],
    },
  }),
}))

const message = [
  { type: 'text' as const, msg: '**3 天**内退[citation:1]' },
  { type: 'done' as const },
].reduce(reduce, newMessage())

const models = [
  { chatModelId: 'm1', modelName: '快' },
  {
    chatModelId: 'm2',
    modelName: '深',
    subModelList: [
      { chatModelId: 's1', modelName: '一' },
      { chatModelId: 's2', modelName: '二' },
    ],
  },
]

function mount(feedback: Feedback | null = null) {
  const onFeedback = vi.fn()
  const onRegenerate = vi.fn()
  const element = (f: Feedback | null) => (
    <I18nProvider i18n={i18n}>
      <article>
        <div className="md">
          <p>
            <strong>3 天</strong>内退
          </p>
        </div>
        <Actions
          cid="c"
          answer={{ index: 2, versions: [{ repeatIndex: 0, message, feedback: f }], selected: 0 }}
          message={message}
          busy={false}
          last
          models={models}
          onRegenerate={onRegenerate}
          onVersion={() => {}}
          onFeedback={onFeedback}
        />
      </article>
    </I18nProvider>
  )
  const { rerender } = render(element(feedback))
  return { onFeedback, onRegenerate, give: (f: Feedback | null) => rerender(element(f)) }
}

beforeEach(() => activateLocale('zh-CN'))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('copies the look and the Markdown in one click, and says so in place for a moment', async () => {
  vi.useFakeTimers()
  const written: Record<string, Blob>[] = []
  vi.stubGlobal(
    'ClipboardItem',
    class {
      constructor(forms: Record<string, Blob>) {
        written.push(forms)
      }
    },
  )
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { write: () => Promise.resolve(), writeText: () => Promise.resolve() },
  })
  mount()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '复制' })))
  expect(await written[0]!['text/plain']!.text()).toBe('**3 天**内退')
  expect(await written[0]!['text/html']!.text()).toBe('<p><strong>3 天</strong>内退</p>')
  expect(screen.getByRole('button', { name: '已复制' })).toBeTruthy()
  act(() => vi.advanceTimersByTime(1499))
  expect(screen.getByRole('button', { name: '已复制' })).toBeTruthy()
  act(() => vi.advanceTimersByTime(1))
  expect(toast).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: '复制' })).toBeTruthy()
})

it('offers plain text and Markdown behind the caret, and on a phone with everything else', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('ClipboardItem', undefined)
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  mount()
  const entry = async (menu: string, name: string) => {
    fireEvent.click(screen.getByRole('button', { name: menu }))
    const item = await screen.findByRole('menuitem', { name })
    await act(async () => fireEvent.click(item))
  }
  await entry('其他格式', '复制为纯文本')
  expect(writeText).toHaveBeenLastCalledWith('3 天内退')
  await entry('其他格式', '复制为 Markdown')
  expect(writeText).toHaveBeenLastCalledWith('**3 天**内退')
  await entry('更多操作', '复制为纯文本')
  expect(writeText).toHaveBeenCalledTimes(3)
  fireEvent.click(screen.getByRole('button', { name: '更多操作' }))
  expect(await screen.findByRole('menuitem', { name: '深' })).toBeTruthy()
})

it('takes a like without a word, and asks for the reasons of a dislike in place', async () => {
  const { onFeedback, give } = mount()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '回答不错' })))
  expect(onFeedback).toHaveBeenLastCalledWith({ type: 1, codes: [], text: '' })
  give({ type: 1, codes: [], text: '' })
  expect(screen.queryByRole('region')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '回答不好' }))
  expect(onFeedback).toHaveBeenLastCalledWith({ type: -1, codes: [], text: '' })
  give({ type: -1, codes: [], text: '' })
  expect(await screen.findByRole('region', { name: '哪里不好' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: '准确' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '有事实错误' }))
  fireEvent.click(screen.getByRole('button', { name: '提交' }))
  expect(onFeedback).toHaveBeenLastCalledWith({ type: -1, codes: ['1'], text: '' })
  expect(screen.getByRole('status').textContent).toBe('谢谢，已收到')
})

it('needs a reason before it can be sent', () => {
  render(
    <I18nProvider i18n={i18n}>
      <Reasons onClose={() => {}} onSend={() => {}} />
    </I18nProvider>,
  )
  const send = screen.getByRole<HTMLButtonElement>('button', { name: '提交' })
  expect(send.disabled).toBe(true)
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '太长' } })
  expect(send.disabled).toBe(false)
})

it('regenerates with the chosen model, or with another one from the menu', async () => {
  const { onRegenerate } = mount()
  fireEvent.click(screen.getByRole('button', { name: '重新生成' }))
  expect(onRegenerate).toHaveBeenLastCalledWith()
  const open = async () => fireEvent.click(screen.getByRole('button', { name: '用其他模型回答' }))
  await open()
  fireEvent.click(await screen.findByRole('menuitem', { name: '快' }))
  expect(onRegenerate).toHaveBeenLastCalledWith('m1')
  await open()
  fireEvent.click(await screen.findByRole('menuitem', { name: '深 · 二' }))
  expect(onRegenerate).toHaveBeenLastCalledWith('m2', 's2')
})
