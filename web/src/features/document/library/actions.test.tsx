import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { i18n, t } from '@/i18n'
import { toast } from '@/ui/toast'
import { doc } from '../testing/server'
import { useActions } from './actions'

vi.mock('@/ui/toast')
vi.mock('@/features/favorite', () => ({
  loadKeep: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
}))

it('shows why a file cannot become a favourite', async () => {
  const asks = { onPassword: vi.fn(), onUsage: vi.fn(), onDelete: vi.fn(), onChoose: vi.fn() }
  const { result } = renderHook(() => useActions(doc({ id: 'a', fileName: '合同.pdf' }), asks), {
    wrapper: ({ children }) => (
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
      </I18nProvider>
    ),
  })
  const entry = result.current.entries(() => {}).find((e) => e.id === 'favorite')
  if (entry && 'onSelect' in entry) entry.onSelect()
  await waitFor(() => expect(toast).toHaveBeenCalledExactlyOnceWith(t('error.network'), { kind: 'error' }))
})
