import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { type ReactNode, Suspense, use } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { addCatalogue, i18n } from '@/i18n'
import { keyOf } from './calls'
import { One } from './one'

let waitsFor: Promise<void> | undefined
vi.mock('@/features/shell', () => ({ PageFrame: ({ children }: { children: ReactNode }) => children }))
vi.mock('@/features/memory', () => ({ loadInProject: async () => ({ default: () => null }) }))
vi.mock('./parts/files', () => ({
  Files: () => {
    if (waitsFor) use(waitsFor)
    return null
  },
}))

beforeAll(() => addCatalogue('project'))
afterEach(() => vi.unstubAllGlobals())

it('asks once for the conversations when an answer begins, also if the page is rendered again', async () => {
  const standing = { role: 'reader', archived: false, asking: [] as object[], updatedAt: 1 }
  vi.stubGlobal('fetch', async (url: string) => {
    const path = String(url)
    const data = path.endsWith('/asking')
      ? standing
      : path.endsWith('/detail')
        ? { id: 'p1', name: '项目', role: 'reader', members: 0 }
        : {}
    return new Response(JSON.stringify({ code: 0, data, modelList: [] }))
  })
  const client = new QueryClient()
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <Suspense fallback="等待">
          <One id="p1" />
        </Suspense>
      </QueryClientProvider>
    </I18nProvider>,
  )
  await screen.findByText('还没有对话')
  const asked = vi.spyOn(client, 'invalidateQueries')
  let go = () => {}
  waitsFor = new Promise((resolve) => {
    go = resolve
  })
  standing.asking = [{ conversationId: 'c1', name: '小明', self: false }]
  await act(() => client.refetchQueries({ queryKey: keyOf('p1', 'standing') }))
  await screen.findByText('等待') // the first rendering is discarded
  await act(async () => go())
  await screen.findByText(/小明/)
  expect(asked.mock.calls).toEqual([[{ queryKey: keyOf('p1', 'conversations') }]])
})
