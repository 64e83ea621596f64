import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import { toast } from '@/ui/toast'
import { FileViewerPage } from './page'

vi.mock('@/ui/toast')
vi.mock('@/features/document', () => Promise.reject(new TypeError('Failed to fetch the module')))
vi.mock('@/features/favorite', () => ({ loadStars: async () => ({ ThingStar: () => null }) }))
vi.mock('./file-view', () => ({ FileView: () => null }))
vi.mock('./parts/sign', () => ({ Sign: () => null }))
vi.mock('@/lib/router', async (original) => ({
  ...(await original<typeof import('@/lib/router')>()),
  useSearch: () => ({ id: 'f1' }),
}))
afterEach(() => vi.unstubAllGlobals())

it('shows why no question about the file can be asked', async () => {
  const doc = {
    id: 'f1',
    fileName: '合同.pdf',
    docType: 'pdf',
    type: 'pdf',
    status: 'ready',
    size: 1,
    units: 1,
  }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 0, data: doc, ...doc })))
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <FileViewerPage />
      </QueryClientProvider>
    </I18nProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: '问问这份文件' }))
  await waitFor(() => expect(toast).toHaveBeenCalledExactlyOnceWith(expect.any(String), { kind: 'error' }))
})
