import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import { ViewerPanel } from './panel'

vi.mock('./file-view', () => ({ FileView: () => null }))
afterEach(() => vi.unstubAllGlobals())

it('has a heading, and no link to a page without the file, if the file is gone', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 404 }), { status: 404 }))
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ViewerPanel docId="f1" onClose={() => {}} />
      </QueryClientProvider>
    </I18nProvider>,
  )
  expect(await screen.findByText('文件不存在')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('查看文件')
  expect(screen.queryByRole('link', { name: '在新标签页打开' })).toBeNull()
})
