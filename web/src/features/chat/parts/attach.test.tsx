import { I18nProvider } from '@lingui/react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import { toast } from '@/ui/toast'
import { useAttaching } from '../state/attached'
import { AttachButton } from './attach'

vi.mock('@/ui/toast')
vi.mock('@/lib/boot', async (original) => {
  const { boot } = await original<typeof import('@/lib/boot')>()
  return { boot: { ...boot, features: { document: true } } }
})
vi.mock('@/features/document', () => Promise.reject(new TypeError('Failed to fetch the module')))

const unhandled = vi.fn()
process.on('unhandledRejection', unhandled)
afterAll(() => process.off('unhandledRejection', unhandled))
beforeEach(() => vi.mocked(toast).mockClear())

function Attach() {
  const attaching = useAttaching('d1')
  return (
    <I18nProvider i18n={i18n}>
      <AttachButton draft="d1" cid="c1" agentId="" attaching={attaching} />
      <button type="button" onClick={() => attaching.bring?.([new File([], '1.txt')])}>
        拖入
      </button>
    </I18nProvider>
  )
}

it('shows why no file can be attached: at a click, not at a hover', async () => {
  render(<Attach />)
  const clip = screen.getByRole('button', { name: '添加文件' })
  fireEvent.pointerEnter(clip)
  fireEvent.focus(clip)
  await expect(import('@/features/document')).rejects.toThrow()
  await new Promise((resolve) => setTimeout(resolve)) // Node reports rejections after the microtasks
  expect([vi.mocked(toast).mock.calls.length, unhandled.mock.calls.length]).toEqual([0, 0])
  fireEvent.click(clip)
  await waitFor(() => expect(toast).toHaveBeenCalledExactlyOnceWith(expect.any(String), { kind: 'error' }))
})

it('shows why dropped files cannot be attached', async () => {
  render(<Attach />)
  fireEvent.click(screen.getByRole('button', { name: '拖入' }))
  await waitFor(() => expect(toast).toHaveBeenCalledExactlyOnceWith(expect.any(String), { kind: 'error' }))
})
