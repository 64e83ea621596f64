import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { addCatalogue, i18n } from '@/i18n'
import { setTextSize, textSize, textSizes, watchTextSize } from '@/lib/text-size'
import { CustomInstruction } from './instruction'

beforeAll(() => addCatalogue('setting'))
let kept = { text: '', active: false }
beforeEach(() => {
  kept = { text: '', active: false }
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}) => {
    if (init.method === 'POST') kept = JSON.parse(String(init.body))
    return new Response(JSON.stringify({ code: 0, data: kept }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const mount = () =>
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <CustomInstruction />
      </QueryClientProvider>
    </I18nProvider>,
  )

it('keeps what is written, switches it off and leaves it off when it is changed', async () => {
  mount()
  fireEvent.click(await screen.findByRole('button', { name: '填写' }).then(enabled))
  fireEvent.change(await screen.findByRole('textbox', { name: '自定义指令' }), {
    target: { value: ' 回答简短一些 ' },
  })
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  const use = await screen.findByRole('switch', { name: '回答时使用' })
  await waitFor(() => expect(kept).toEqual({ text: '回答简短一些', active: true }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(use)
  await waitFor(() => expect(kept.active).toBe(false))
  fireEvent.click(screen.getByRole('button', { name: '修改' }))
  fireEvent.change(await screen.findByRole('textbox', { name: '自定义指令' }), { target: { value: '详细' } })
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(kept).toEqual({ text: '详细', active: false }))
})

const enabled = (button: HTMLElement) =>
  waitFor(() => {
    expect((button as HTMLButtonElement).disabled).toBe(false)
    return button
  })

it('remembers the size of the text, and says it to the style sheet', () => {
  const scales: string[] = []
  for (const size of textSizes) {
    setTextSize(size)
    watchTextSize()
    expect(textSize()).toBe(size)
    scales.push(document.documentElement.style.getPropertyValue('--text-scale'))
  }
  expect(scales).toEqual(['0.9375', '1', '1.125'])
  localStorage.setItem('wenqu.textSize', 'huge')
  expect(textSize()).toBe('standard')
})
