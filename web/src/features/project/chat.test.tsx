import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { belongs, post } from '@/api'
import { addCatalogue, i18n } from '@/i18n'
import { keyOf } from './calls'
import { ProjectChatPage } from './chat'

const cid = 'conversation1'
/** A call about the conversation; the server is told for which project it acts. */
const call = () => post('/api/user/agent/conversation/update', { conversationId: cid, title: '' })
const told: (string | undefined)[] = []
let renderings = 0
vi.mock('@/features/chat', () => ({
  ChatPage: () => {
    renderings++
    useEffect(() => void call(), [])
    return null
  },
  onNews: () => () => {},
  recheck: () => {},
}))
vi.mock('@/lib/router', async (original) => ({
  ...(await original<typeof import('@/lib/router')>()),
  useParams: () => ({ projectId: 'p1', chatId: cid }),
  useSearch: () => '',
}))

beforeAll(() => addCatalogue('project'))
afterEach(() => vi.unstubAllGlobals())

it('the calls of a conversation act for the project until the conversation is moved out', async () => {
  let conversations = [{ id: cid, title: '旧', lastRepliedAt: 1 }]
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('/update')) told.push((init.headers as Record<string, string>)['X-Project-Id'])
    const data = { role: 'editor', archived: false, updatedAt: 1, conversations }
    return new Response(JSON.stringify({ code: 0, data }))
  })
  const client = new QueryClient()
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <ProjectChatPage />
      </QueryClientProvider>
    </I18nProvider>,
  )
  await waitFor(() => expect([client.isFetching(), told]).toEqual([0, ['p1']]))
  belongs(cid) // as the menu of the project does
  const before = renderings
  conversations = []
  await act(() => client.invalidateQueries({ queryKey: keyOf('p1') }))
  await waitFor(() => expect(renderings).toBeGreaterThan(before))
  await call()
  expect(told).toEqual(['p1', undefined])
})
