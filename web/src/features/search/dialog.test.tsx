import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import { navigate } from '@/lib/router'
import { storage } from '@/lib/storage'
import { SearchDialog } from './dialog'
import { useSearchOpen } from './store'

vi.mock('@/lib/router', () => ({ navigate: vi.fn(), useParams: () => ({}) }))

/** All requests of the search, each with a function that answers the request. */
let waiting: { query: string; answer: (title: string) => void }[] = []

beforeEach(() => {
  waiting = []
  vi.mocked(navigate).mockClear()
  useSearchOpen.setState({ open: true })
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const { query } = JSON.parse(init.body as string)
    const title = await new Promise<string>((answer) => waiting.push({ query, answer }))
    const found = { time: 0, link: { conversationId: title }, snippet: [{ text: title }] }
    const groups = [{ kind: 'conversation', found: [found], next: '' }]
    return Response.json({ data: { groups, waiting: 0 }, groups, waiting: 0 })
  })
})
afterEach(() => {
  storage.remove('search.recent')
  vi.unstubAllGlobals()
})

function mount() {
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <SearchDialog early={{ current: '' }} onNewChat={() => {}} onHelp={() => {}} />
      </QueryClientProvider>
    </I18nProvider>,
  )
  return screen.getByRole('combobox', { name: i18n._('search.title') })
}
const type = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } })
const enter = (box: HTMLElement) => fireEvent.keyDown(box, { key: 'Enter' })
/** Answers the request for `query` once it has been sent. */
async function answer(query: string, title: string) {
  await waitFor(() => expect(waiting.map((w) => w.query)).toContain(query))
  await act(async () => waiting.find((w) => w.query === query)!.answer(title))
}

it('opens the first result when Enter came before the results', async () => {
  storage.set('search.recent', '["上次"]')
  const box = mount()
  type(box, '西湖')
  enter(box)
  expect((box as HTMLInputElement).value).toBe('西湖')
  await answer('西湖', 'new')
  await waitFor(() => expect(navigate).toHaveBeenCalledWith(expect.stringContaining('new')))
  expect(useSearchOpen.getState().open).toBe(false)
})

it('opens no result of an earlier search', async () => {
  const box = mount()
  type(box, '西湖')
  await answer('西湖', 'old')
  await screen.findByText('old')
  type(box, '西湖边')
  enter(box)
  expect(navigate).not.toHaveBeenCalled()
  await answer('西湖边', 'new')
  await waitFor(() => expect(navigate).toHaveBeenCalledWith(expect.stringContaining('new')))
})

it('takes Enter back when the search changes', async () => {
  const box = mount()
  type(box, '西湖')
  enter(box)
  type(box, '西湖边')
  await answer('西湖边', 'new')
  await screen.findByText('new')
  expect(navigate).not.toHaveBeenCalled()
})
