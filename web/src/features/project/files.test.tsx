import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { addCatalogue, i18n } from '@/i18n'
import { Files } from './parts/files'

beforeAll(() => addCatalogue('project'))
afterEach(() => vi.unstubAllGlobals())

it('shows further files when they are asked for', async () => {
  const doc = (id: string) => ({ id, fileName: `${id}.txt`, status: 'ready', size: 1 })
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const { cursor } = JSON.parse(String(init.body)) as { cursor?: string }
    const data = cursor
      ? { docs: [doc('older')], cursor: '', hasMore: false }
      : { docs: [doc('newer')], cursor: 'next', hasMore: true }
    return new Response(JSON.stringify({ code: 0, data }))
  })
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Files id="p1" edits={false} />
      </QueryClientProvider>
    </I18nProvider>,
  )
  expect(await screen.findByText('newer.txt')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '更多' }))
  expect(await screen.findByText('older.txt')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '更多' })).toBeNull()
})
