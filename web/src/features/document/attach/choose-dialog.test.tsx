import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import { toast } from '@/ui/toast'
import { doc, FakeServer } from '../testing/server'
import { MAX_FILES } from '../upload/checks'
import { itemOf } from '../upload/engine'
import { itemsOf, useUploads } from '../upload/store'
import { attachKept } from './attachments'
import { chooseKept, endChoosing } from './choosing'
import { attachEntries } from './pick'
import { Strip } from './strip'

vi.mock('@/ui/toast')
let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
  server.answers['/api/user/docs/v2/list'] = () => ({
    data: {
      docs: [
        doc({ id: 'a', fileName: '合同.pdf' }),
        doc({ id: 'b', fileName: '报表.xlsx', type: 'excel' }),
        doc({ id: 'c', fileName: '坏的.pdf', status: 'failed' }),
      ],
      cursor: '',
      hasMore: false,
    },
  })
  server.answers['/api/user/docs/search'] = () => ({
    docs: [doc({ id: 'b', fileName: '报表.xlsx', type: 'excel' })],
    hits: [],
  })
})
afterEach(() => {
  endChoosing()
  useUploads.setState({ places: {} })
  vi.unstubAllGlobals()
})

const mount = () =>
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Strip draft="d" empty offline={false} onAsk={() => {}} onType={() => {}} />
      </QueryClientProvider>
    </I18nProvider>,
  )
const names = () => itemsOf('d').map((item) => item.name)

it('puts chosen files of the library beside the question', async () => {
  mount()
  const mine = attachEntries('d').find((entry) => entry.id === 'mine')!
  act(() => 'onSelect' in mine && mine.onSelect?.())
  const box = await screen.findByRole('checkbox', { name: /合同/ })
  expect(screen.queryByText('坏的.pdf')).toBeNull()
  const add = screen.getByRole('button', { name: '添加' }) as HTMLButtonElement
  expect(add.disabled).toBe(true)
  fireEvent.click(box)
  fireEvent.click(screen.getByRole('checkbox', { name: /报表/ }))
  fireEvent.click(screen.getByRole('button', { name: '添加 2 个' }))
  expect(names().sort()).toEqual(['合同.pdf', '报表.xlsx'].sort())
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('finds a file by its words, and keeps what was chosen before', async () => {
  mount()
  act(() => chooseKept('d'))
  fireEvent.click(await screen.findByRole('checkbox', { name: /合同/ }))
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '销售' } })
  // The list may be empty before the search is sent.
  await waitFor(() => expect(server.asked('/api/user/docs/search')).toEqual([{ keyword: '销售' }]))
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: /合同/ })).toBeNull())
  fireEvent.click(await screen.findByRole('checkbox', { name: /报表/ }))
  fireEvent.click(screen.getByRole('button', { name: '添加 2 个' }))
  expect(names()).toHaveLength(2)
})

it('takes no more files than a question may have, and says so', async () => {
  useUploads.setState({
    places: { d: Array.from({ length: MAX_FILES - 1 }, (_, i) => itemOf(doc({ id: `x${i}` }))) },
  })
  attachKept('d', [doc({ id: 'a' }), doc({ id: 'b' })])
  expect(itemsOf('d')).toHaveLength(MAX_FILES)
  expect(toast).toHaveBeenCalledWith('一次最多 50 个文件，其余请分几次发送', { kind: 'warning' })
})
