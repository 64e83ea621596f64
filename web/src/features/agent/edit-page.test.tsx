import { I18nProvider } from '@lingui/react'
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { addCatalogue, i18n } from '@/i18n'
import { EditPage } from './edit-page'
import PublishDialog from './publish-dialog'
import type { Draft } from './use-draft'

vi.mock('./trial', () => ({ Trial: () => null }))
vi.mock('./form', () => ({
  Form: ({ draft }: { draft: Draft }) => (
    <input aria-label="name" value={draft.spec.name} onChange={(e) => draft.set({ name: e.target.value })} />
  ),
}))

beforeAll(async () => {
  await addCatalogue('agent')
  // By default, queries inform the page after a timeout. A microtask informs it of the failure before `act` ends.
  notifyManager.setScheduler(queueMicrotask)
})
afterEach(() => vi.unstubAllGlobals())

it('keeps the editor open when the agent cannot be refreshed', async () => {
  const data = { id: 'a1', revision: 1, avatar: '', files: [], spec: { name: '旧名' } }
  let status = 200
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 0, data }), { status }))
  const client = new QueryClient()
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <EditPage />
      </QueryClientProvider>
    </I18nProvider>,
  )
  const name = await screen.findByLabelText('name')
  status = 500
  fireEvent.change(name, { target: { value: '新名' } })
  await act(() => client.refetchQueries())
  expect(screen.getByDisplayValue('新名')).toBe(name)
})

it.each([
  ['refused', '上次没有通过：违规'],
  ['down', '被下架的原因：违规'],
  ['waiting', '被下架的原因：违规'],
])('says the reason of a decision while the review is %s', async (review, want) => {
  const own = { id: 'a1', visibility: 'private', review, reason: '违规' }
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <PublishDialog draft={{ own } as unknown as Draft} onClose={() => {}} />
      </QueryClientProvider>
    </I18nProvider>,
  )
  expect(await screen.findByText(want)).toBeTruthy()
})
