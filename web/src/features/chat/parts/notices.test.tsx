import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { i18n } from '@/i18n'
import { RefusalNotice } from './notices'

afterEach(cleanup)

function show(error: ApiError) {
  const calls = { onRetry: vi.fn(), onNew: vi.fn(), onClose: vi.fn() }
  render(
    <I18nProvider i18n={i18n}>
      <RefusalNotice refusal={{ error, retryAt: 0 }} {...calls} />
    </I18nProvider>,
  )
  return calls
}
const buttons = () => screen.getAllByRole('button').map((b) => b.textContent || b.getAttribute('aria-label'))

it('offers to ask again', () => {
  const { onRetry } = show(new ApiError('20010', '正在重启', 503))
  expect(buttons()).toEqual(['重试', '关闭'])
  fireEvent.click(screen.getByText('重试'))
  expect(onRetry).toHaveBeenCalled()
})

it.each([
  ['21000', 410],
  ['20004', 404],
])('offers a new conversation when the conversation no longer exists: %s', (code, status) => {
  const { onNew } = show(new ApiError(code, '这个对话已被删除，请开启新对话。', status))
  expect(screen.getByRole('alert').textContent).toBe('这个对话已被删除，请开启新对话。')
  expect(buttons()).toEqual(['开启新对话', '关闭'])
  fireEvent.click(screen.getByText('开启新对话'))
  expect(onNew).toHaveBeenCalled()
})
