import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import { KEPT } from './calls'
import Sources from './parts/sources'
import { blankSource, isWhole, moved, rowsOf, type SourceRow, sourceId } from './source'

const engine = (id: string, more: object = {}) => ({
  id,
  name: id,
  note: '',
  baseUrl: `https://${id}.example`,
  keyUrl: `https://${id}.example/key`,
  keyId: false,
  option: [] as string[],
  hidden: false,
  kinds: ['web'],
  ...more,
})

const source = (id: string, more: object = {}) => ({
  id,
  engine: id,
  name: id,
  url: `https://${id}.example`,
  from: 'admin',
  keyed: true,
  fallOver: false,
  disabled: false,
  dailyLimit: 0,
  cost: 0,
  kinds: ['web'],
  today: 0,
  misses: 0,
  month: 0,
  average: 0,
  ...more,
})

describe('the rows of sources', () => {
  it('takes up sources that are there by themselves, and keeps rows whose source is away', () => {
    const doc = {
      sources: [
        { ...blankSource, id: 'mine', engine: 'bocha' },
        { ...blankSource, id: 'away', own: true },
      ],
    }
    const rows = rowsOf(doc, [source('key-deepseek', { from: 'key', fallOver: true }), source('mine')])
    expect(rows.map((r) => [r.id, r.own, r.fallOver])).toEqual([
      ['key-deepseek', true, true],
      ['mine', false, false],
      ['away', true, false],
    ])
  })

  it('moves, names and checks rows', () => {
    expect(moved([1, 2, 3], 0, 2)).toEqual([2, 3, 1])
    expect(moved([1, 2, 3], 2, -1)).toEqual([3, 1, 2])
    expect(sourceId('bocha', ['bocha', 'bocha-2'])).toBe('bocha-3')
    const wiki = engine('mediawiki', { baseUrl: '', keyUrl: '' })
    expect(isWhole({ ...blankSource, engine: 'mediawiki' }, wiki)).toBe(false)
    expect(isWhole({ ...blankSource, engine: 'mediawiki', url: 'https://w.cn' }, wiki)).toBe(true)
    expect(isWhole({ ...blankSource, engine: 'bocha' }, engine('bocha'))).toBe(false)
    expect(isWhole({ ...blankSource, own: true }, undefined)).toBe(true)
  })
})

describe('the room of sources', () => {
  let saved: { sources: SourceRow[] }[]
  let list: object
  let trial: object
  let had: { sources: SourceRow[] } | null
  beforeEach(() => {
    saved = []
    had = null
    trial = {
      code: 0,
      ok: true,
      ms: 12,
      count: 3,
      found: [{ title: '西湖', url: 'https://a.cn', site: 'a.cn' }],
      problem: '',
      detail: '',
    }
    const setting = (value: unknown) => ({
      code: 0,
      name: 'search',
      value,
      default: { sources: [] },
      version: 1,
      updatedAt: 0,
      updatedBy: '',
      problem: '',
      fields: [],
    })
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      const body = JSON.parse(String(init.body))
      if (path === '/api/admin/settings/save') saved.push(body.value)
      const answer =
        path === '/api/admin/source/list'
          ? list
          : path === '/api/admin/source/test'
            ? trial
            : setting(path.endsWith('save') ? body.value : had)
      return new Response(JSON.stringify(answer))
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  const show = () => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    render(
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={client}>
          <Sources />
        </QueryClientProvider>
      </I18nProvider>,
    )
  }

  it('says what to do while there is none', async () => {
    list = { code: 0, sources: [], engines: [engine('bocha')], found: [] }
    show()
    expect(await screen.findByText('还没有搜索来源')).toBeTruthy()
  })

  it('changes the order and what is asked', async () => {
    list = {
      code: 0,
      sources: [source('one', { today: 3, dailyLimit: 3 }), source('two', { from: 'key', fallOver: true })],
      engines: [],
      found: [],
    }
    show()
    expect(await screen.findByText('今天已用完')).toBeTruthy()
    expect(screen.getByText('候补')).toBeTruthy()
    fireEvent.click(screen.getAllByRole('button', { name: '下移' })[0]!)
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]!.sources.map((r) => [r.id, r.own])).toEqual([
      ['two', true],
      ['one', true],
    ])
    fireEvent.click(screen.getByRole('switch', { name: '启用 one' }))
    await waitFor(() => expect(saved).toHaveLength(2))
    expect(saved[1]!.sources.find((r) => r.id === 'one')?.disabled).toBe(true)
  })

  it('adds a source after a test that says what came of it', async () => {
    list = { code: 0, sources: [], engines: [engine('bocha'), engine('wsa', { keyId: true })], found: [] }
    show()
    fireEvent.click(await screen.findByRole('button', { name: '添加搜索来源' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.click(within(dialog).getByRole('button', { name: /^bocha/ }))
    const test = within(dialog).getByRole('button', { name: '测试' })
    expect((test as HTMLButtonElement).disabled).toBe(true)
    fireEvent.change(within(dialog).getByLabelText(/密钥/), { target: { value: 'sk-1' } })
    trial = { code: 0, ok: false, ms: 9, count: 0, found: [], problem: '密钥不对', detail: 'HTTP 401' }
    fireEvent.click(test)
    expect(await within(dialog).findByText('密钥不对')).toBeTruthy()
    expect(within(dialog).getByText('HTTP 401')).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]!.sources[0]).toMatchObject({ id: 'bocha', engine: 'bocha', key: 'sk-1', own: false })
  })

  it('keeps a stored key whose field is left empty', async () => {
    had = { sources: [{ ...blankSource, id: 'one', engine: 'bocha', key: KEPT }] }
    list = { code: 0, sources: [source('one', { engine: 'bocha' })], engines: [engine('bocha')], found: [] }
    show()
    fireEvent.click(await screen.findByRole('button', { name: /^修改/ }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByLabelText(/密钥/), { target: { value: '' } })
    expect(within(dialog).getByText('已保存，留空不变')).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]!.sources[0]).toMatchObject({ id: 'one', key: KEPT })
  })

  it('offers a server of this machine, and says why one cannot be used', async () => {
    list = {
      code: 0,
      sources: [],
      engines: [],
      found: [
        { url: 'http://127.0.0.1:8888', used: false, problem: '' },
        { url: 'http://127.0.0.1:8080', used: false, problem: '没有开放 JSON' },
      ],
    }
    show()
    expect(await screen.findByText('没有开放 JSON')).toBeTruthy()
    const [use, cannot] = screen.getAllByRole('button', { name: '使用' }) as HTMLButtonElement[]
    expect(cannot!.disabled).toBe(true)
    fireEvent.click(use!)
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]!.sources[0]).toMatchObject({ id: 'searxng', url: 'http://127.0.0.1:8888', local: true })
  })
})
