import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import { NEW_DRAFT } from '@/lib/draft-id'
import { storage } from '@/lib/storage'
import { toast } from '@/ui/toast'
import { LIBRARY } from '../attach/attachments'
import { remove } from '../calls'
import { doc, FakeServer, FakeXhr, file } from '../testing/server'
import type { DocView } from '../types'
import { itemOf } from '../upload/engine'
import { itemsOf, useUploads } from '../upload/store'
import { FIRST_LOOK } from '../upload/watch'
import LibraryPage from './page'
import { show } from './view'

vi.mock('@/ui/toast')
vi.mock('@/features/shell', () => ({
  PageFrame: ({ title, start, end, children }: Record<'title' | 'start' | 'end' | 'children', ReactNode>) => (
    <>
      <h1>{title}</h1>
      {start}
      {end}
      {children}
    </>
  ),
}))

let server: FakeServer
let docs: DocView[]

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  server = new FakeServer()
  FakeXhr.install()
  docs = [
    doc({ id: 'a', fileName: '合同.pdf' }),
    doc({ id: 'b', fileName: '照片.png', type: 'image', docType: 'png', status: 'stored', units: 0 }),
  ]
  server.answers['/api/user/docs/v2/list'] = ({ type, cursor }) => {
    const all = docs.filter((d) => !type || d.type === type)
    const from = Number(cursor || 0)
    return {
      data: { docs: all.slice(from, from + 2), cursor: String(from + 2), hasMore: from + 2 < all.length },
    }
  }
  server.answers['/api/user/docs/v2/filter'] = () => ({
    data: {
      types: [
        { type: 'pdf', count: 120, size: 2048 },
        { type: 'image', count: 1, size: 1024 },
      ],
    },
  })
  server.answers['/api/user/docs/delete'] = ({ resourceIds }) => {
    docs = docs.filter((d) => !(resourceIds as string[]).includes(d.id))
    return { code: 0 }
  }
  server.answers['/api/user/docs/update'] = ({ resourceId, fileName }) => {
    docs = docs.map((d) => (d.id === resourceId ? { ...d, fileName: String(fileName) } : d))
    return { code: 0 }
  }
  server.answers['/api/resource/check/status'] = ({ resourceIds }) => ({
    data: { list: docs.filter((d) => (resourceIds as string[]).includes(d.id)) },
  })
})
afterEach(() => {
  vi.useRealTimers()
  useUploads.setState({ places: {} })
  storage.remove('files')
  show({ type: '', sort: 'time', keyword: '', layout: 'list' })
  vi.unstubAllGlobals()
})

async function open() {
  history.replaceState(null, '', '/mine')
  await act(async () => {
    render(
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <LibraryPage />
        </QueryClientProvider>
      </I18nProvider>,
    )
  })
}
const rows = () => within(screen.getByRole('list', { name: '我的文件' })).getAllByRole('listitem')
const names = () =>
  rows().map((row) => row.querySelector('a')?.querySelector('[title]')?.getAttribute('title'))
const listed = async () => {
  await screen.findByRole('list', { name: '我的文件' })
}
const menuOf = async (name: string, entry: string) => {
  fireEvent.click(screen.getByRole('button', { name: `更多操作：${name}` }))
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }))
}

describe('states', () => {
  it('loading, then the files with sizes, numbers and their sum', async () => {
    await open()
    await listed()
    expect(names()).toEqual(['合同.pdf', '照片.png'])
    expect(rows()[0]!.textContent).toContain('2\u00a0KB')
    expect(screen.getByText('121 个文件 · 3 KB')).toBeTruthy()
    // A count of 120 is shown as 99+.
    expect(screen.getByRole('button', { name: 'PDF 99+' })).toBeTruthy()
  })

  it('empty, with one thing to do', async () => {
    docs = []
    await open()
    expect(await screen.findByText('还没有文件')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: '上传' })).toHaveLength(2)
  })

  it('failed, and well again', async () => {
    const answer = server.answers['/api/user/docs/v2/list']!
    server.answers['/api/user/docs/v2/list'] = () => 503
    await open()
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(screen.getByText('服务器说明')).toBeTruthy()
    server.answers['/api/user/docs/v2/list'] = answer
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    await listed()
  })

  it('one of a file that is being read, until it is read', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    docs = [doc({ id: 'a', fileName: '合同.pdf', status: 'parsing', progress: 0.3 })]
    const shows = (text: string) =>
      vi.waitFor(async () => {
        await act(() => vi.advanceTimersByTimeAsync(0))
        expect(rows()[0]!.textContent).toContain(text)
      })
    await open()
    await shows('正在解析 30%')
    docs = [doc({ id: 'a', fileName: '合同.pdf' })]
    await act(() => vi.advanceTimersByTimeAsync(FIRST_LOOK))
    await shows('3 页')
  })

  it('one of a file that failed, with its reason and a way on', async () => {
    docs = [doc({ id: 'a', status: 'failed', errorCode: '20054', errorMsg: '「合同.pdf」已损坏' })]
    server.answers['/api/resource/asyncFileParse'] = () => ({ data: doc({ id: 'a' }) })
    await open()
    await listed()
    expect(rows()[0]!.textContent).toContain('已损坏')
    fireEvent.click(screen.getByRole('button', { name: '重试 合同.pdf' }))
    await waitFor(() => expect(rows()[0]!.textContent).toContain('3 页'))
  })

  it('one of a locked file, which asks for its password', async () => {
    docs = [doc({ id: 'a', status: 'failed', errorCode: '20051', errorMsg: '密码不对' })]
    server.answers['/api/resource/asyncFileParse'] = () => ({ data: doc({ id: 'a' }) })
    await open()
    await listed()
    fireEvent.click(screen.getByRole('button', { name: '输入 合同.pdf 的密码' }))
    fireEvent.change(await screen.findByLabelText('密码'), { target: { value: 'x1' } })
    fireEvent.click(screen.getByRole('button', { name: '打开' }))
    await waitFor(() =>
      expect(server.asked('/api/resource/asyncFileParse')).toEqual([{ resourceId: 'a', password: 'x1' }]),
    )
  })
})

describe('finding', () => {
  it('filters by kind, and again shows all', async () => {
    await open()
    await listed()
    fireEvent.click(screen.getByRole('button', { name: '图片 1' }))
    await waitFor(() => expect(names()).toEqual(['照片.png']))
    fireEvent.click(screen.getByRole('button', { name: '图片 1' }))
    await waitFor(() => expect(names()).toHaveLength(2))
  })

  it('orders as chosen', async () => {
    await open()
    await listed()
    fireEvent.click(screen.getByRole('button', { name: '排序 · 最近上传' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: '按大小' }))
    await waitFor(() => expect(server.asked('/api/user/docs/v2/list').at(-1)).toMatchObject({ sort: 'size' }))
  })

  it('searches names and contents; a hit leads to its place', async () => {
    server.answers['/api/user/docs/search'] = () => ({
      docs: [docs[0]],
      hits: [
        {
          resourceId: 'a',
          fileName: '合同.pdf',
          unit: 3,
          unitKind: 'page',
          heading: '',
          quote: '押金应当退还',
        },
      ],
    })
    await open()
    await listed()
    fireEvent.change(screen.getByRole('textbox', { name: '搜索文件名和内容' }), {
      target: { value: ' 押金 ' },
    })
    const hit = await screen.findByRole('link', { name: /押金应当退还/ })
    expect(server.asked('/api/user/docs/search')).toEqual([{ keyword: '押金' }])
    expect(hit.textContent).toContain('第 3 页')
    expect(within(hit).getByText('押金').tagName).toBe('MARK')
    const address = new URL(hit.getAttribute('href')!, 'http://x')
    expect([address.pathname, ...address.searchParams.values()]).toEqual([
      '/tool/file-viewer',
      'a',
      '3',
      '押金应当退还',
    ])
    fireEvent.click(screen.getByRole('button', { name: '清除搜索' }))
    await listed()
  })

  it('says that nothing was found', async () => {
    server.answers['/api/user/docs/search'] = () => ({ docs: null, hits: null })
    await open()
    fireEvent.change(screen.getByRole('textbox', { name: '搜索文件名和内容' }), { target: { value: '无' } })
    expect(await screen.findByText('没有找到')).toBeTruthy()
  })
})

describe('one file', () => {
  it('is renamed in its place, without its extension being selected', async () => {
    await open()
    await listed()
    fireEvent.keyDown(screen.getByRole('link', { name: /合同/ }), { key: 'F2' })
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: '新的文件名' })
    expect(field.value.slice(field.selectionStart!, field.selectionEnd!)).toBe('合同')
    fireEvent.change(field, { target: { value: '新合同.pdf' } })
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
    await waitFor(() => expect(names()[0]).toBe('新合同.pdf'))
    expect(server.asked('/api/user/docs/update')).toEqual([{ resourceId: 'a', fileName: '新合同.pdf' }])
  })

  it('gets its name back when the server refuses the new one', async () => {
    server.answers['/api/user/docs/update'] = () => 400
    await open()
    await listed()
    fireEvent.keyDown(screen.getByRole('link', { name: /合同/ }), { key: 'F2' })
    const field = screen.getByRole('textbox', { name: '新的文件名' })
    fireEvent.change(field, { target: { value: 'x.pdf' } })
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
    await waitFor(() => expect(server.asked('/api/user/docs/update')).toHaveLength(1))
    await waitFor(() => expect(names()[0]).toBe('合同.pdf'))
    expect(toast).toHaveBeenCalledExactlyOnceWith(expect.any(String), { kind: 'error' })
  })

  it('is deleted only after a question', async () => {
    await open()
    await listed()
    await menuOf('合同.pdf', '删除')
    const dialog = await screen.findByRole('dialog', { name: '删除「合同.pdf」？' })
    expect(server.asked('/api/user/docs/delete')).toEqual([])
    fireEvent.click(within(dialog).getByRole('button', { name: '删除' }))
    await waitFor(() => expect(names()).toEqual(['照片.png']))
    expect(server.asked('/api/user/docs/delete')).toEqual([{ resourceIds: ['a'] }])
  })

  it('opens in deep reading', async () => {
    await open()
    await listed()
    await menuOf('合同.pdf', '深度阅读')
    await waitFor(() => expect(location.pathname).toBe('/tool/deep-reading/detail'))
    expect(location.search).toBe('?id=a')
  })

  it('is asked about in a new chat', async () => {
    await open()
    await listed()
    await menuOf('合同.pdf', '问问这份文件')
    await waitFor(() => expect(location.pathname).toBe('/'))
    expect(itemsOf(NEW_DRAFT).map((item) => item.name)).toEqual(['合同.pdf'])
  })

  it('tells where it was used', async () => {
    server.answers['/api/user/docs/usage'] = () => ({
      conversations: [{ id: 'conv-0001', title: '押金', lastRepliedAt: 1_790_000_000 }],
    })
    await open()
    await listed()
    await menuOf('合同.pdf', '使用记录')
    const link = await screen.findByRole('link', { name: /押金/ })
    expect(link.getAttribute('href')).toContain('/conv-0001')
  })
})

it('deletes several files at once, and asks about several', async () => {
  await open()
  await listed()
  await menuOf('合同.pdf', '多选')
  fireEvent.click(screen.getByRole('checkbox', { name: '全选' }))
  expect(screen.getByText('已选 2 个')).toBeTruthy()
  const bar = screen.getByRole('toolbar')
  fireEvent.click(within(bar).getByRole('button', { name: '删除' }))
  fireEvent.click(
    within(await screen.findByRole('dialog', { name: '删除 2 个文件？' })).getByRole('button', {
      name: '删除',
    }),
  )
  await waitFor(() => expect(server.asked('/api/user/docs/delete')).toEqual([{ resourceIds: ['a', 'b'] }]))
  expect(await screen.findByText('还没有文件')).toBeTruthy()
})

it('deletes more files than one call takes', async () => {
  const ids = Array.from({ length: 401 }, (_, i) => `f${i}`)
  await remove(ids)
  const asked = server.asked('/api/user/docs/delete') as { resourceIds: string[] }[]
  expect(asked.map((call) => call.resourceIds.length)).toEqual([200, 200, 1])
  expect(asked.flatMap((call) => call.resourceIds)).toEqual(ids)
})

it('fetches the next page when the end comes near', async () => {
  let seen: (e: { isIntersecting: boolean }[]) => void = () => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: typeof seen) {
        seen = callback
      }
      observe() {}
      disconnect() {}
    },
  )
  docs = [...docs, doc({ id: 'c', fileName: '丙.txt' })]
  await open()
  await listed()
  expect(names()).toHaveLength(2)
  act(() => seen([{ isIntersecting: true }]))
  await waitFor(() => expect(names()).toEqual(['合同.pdf', '照片.png', '丙.txt']))
})

it('takes dropped files in, and lists them when they have arrived', async () => {
  server.answers['/api/resource/genUploadInfo'] = () => ({ uploadUrl: '/up', resourceId: 'n' })
  await open()
  await listed()
  const fresh = file('新.txt', 5)
  const data = {
    types: ['Files'],
    files: [fresh],
  }
  const drag = (type: string) => {
    const event = new Event(type, { bubbles: true, cancelable: true })
    Object.assign(event, { dataTransfer: data })
    act(() => void window.dispatchEvent(event))
    return event
  }
  expect(drag('dragover').defaultPrevented).toBe(true)
  expect(screen.getByText('松开即可上传')).toBeTruthy()
  drag('drop')
  expect(screen.queryByText('松开即可上传')).toBeNull()
  const going = await screen.findByRole('list', { name: '正在上传' })
  expect(within(going).getByTitle('新.txt')).toBeTruthy()
  await waitFor(() => expect(FakeXhr.all).toHaveLength(1))
  const added = doc({ id: 'n', fileName: '新.txt', type: 'txt', docType: 'txt' })
  docs = [added, ...docs]
  act(() => FakeXhr.last.done(added))
  await waitFor(() => expect(names()[0]).toBe('新.txt'))
  expect(screen.queryByRole('list', { name: '正在上传' })).toBeNull()
})

it('announces that an uploaded file has been read, although the list shows it by then', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const parsing = doc({ id: 'n', fileName: '新.pdf', status: 'parsing', progress: 0.1 })
  docs = [parsing]
  useUploads.setState({ places: { [LIBRARY]: [itemOf(parsing)] } })
  await open()
  expect(itemsOf(LIBRARY)).toEqual([])
  docs = [{ ...parsing, status: 'ready', progress: 1 }]
  await act(() => vi.advanceTimersByTimeAsync(FIRST_LOOK))
  expect(screen.getByText('新.pdf 已读完，可以提问')).toBeTruthy()
})
