import { I18nProvider } from '@lingui/react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import Diagram from './diagram'

const draw = vi.hoisted(() => vi.fn())
vi.mock('@/features/diagram', () => ({ draw, addressOf: () => 'data:image/svg+xml,<svg/>' }))
afterEach(() => {
  delete document.documentElement.dataset.theme
  vi.unstubAllGlobals()
})

const show = () =>
  render(
    <I18nProvider i18n={i18n}>
      <Diagram source={'pie\n"a": 1'} fallback={<b>waiting</b>} />
    </I18nProvider>,
  )
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

it('fits, is zoomed, shows its source, is copied, and follows the theme', async () => {
  draw.mockResolvedValue({ svg: '', width: 400, height: 300 })
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText }, languages: ['zh-CN'] })
  show()
  const image = await screen.findByRole('img')
  expect(image.className).toBe('fit')
  fireEvent.click(button('放大'))
  expect(image.style.width).toBe('500px')
  expect(image.className).toBe('')
  for (let i = 0; i < 20; i++) fireEvent.click(button('缩小'))
  expect(image.style.width).toBe('100px')
  fireEvent.click(button('适合宽度'))
  expect(image.style.width).toBe('')
  fireEvent.click(button('查看源码'))
  expect(screen.queryByRole('img')).toBeNull()
  expect(document.querySelector('pre')?.textContent).toBe('pie\n"a": 1')
  fireEvent.click(button('复制源码'))
  await waitFor(() => expect(writeText).toHaveBeenCalledWith('pie\n"a": 1'))
  document.documentElement.dataset.theme = 'dark'
  await waitFor(() => expect(draw.mock.calls.map(([, theme]) => theme)).toEqual(['light', 'dark']))
})

it('shows the source of what cannot be drawn', async () => {
  draw.mockRejectedValue(new Error('no diagram'))
  show()
  await screen.findByText(/无法绘制/)
  expect(screen.getByText('waiting')).toBeTruthy()
})
