import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import { KEPT } from './calls'
import Providers from './parts/providers'
import UserList from './parts/users'
import WordsRoom from './parts/words'
import { idFor, parseAliases, printAliases } from './provider'
import { day, days } from './time'
import { costOf, pricesOf } from './usage'
import { parseWords, printWords } from './words'

describe('the pure parts', () => {
  it('reads and writes content rules', () => {
    const text = 'block 甲乙\nmask, 丙 丁\nlog wu\nallow 甲乙丙'
    const { doc, wrong } = parseWords(text)
    expect(wrong).toEqual([])
    expect(doc).toEqual({
      words: [
        { word: '甲乙', level: 'block', skipPunctuation: false },
        { word: '丙 丁', level: 'mask', skipPunctuation: true },
        { word: 'wu', level: 'log', skipPunctuation: false },
      ],
      allow: ['甲乙丙'],
    })
    expect(printWords(doc)).toBe(text)
    expect(parseWords('# 注释\n\nblock\nbloc 甲\nallow, 乙\n甲乙').wrong).toEqual([3, 4, 5, 6])
  })

  it('finds an id for a provider', () => {
    expect(idFor({ name: 'Deep Seek', baseUrl: '' }, [])).toBe('deep-seek')
    expect(idFor({ name: '', baseUrl: 'https://api.example.com/v1' }, ['example-com'])).toBe('example-com-2')
    expect(idFor({ name: '深度求索', baseUrl: 'no address' }, [])).toBe('provider')
  })

  it('reads aliases', () => {
    expect(parseAliases('a = b\n\nbroken\nc=d=e')).toEqual({ a: 'b', c: 'd=e' })
    expect(printAliases({ a: 'b' })).toBe('a = b')
  })

  it('counts days and costs', () => {
    expect(day(-1, new Date(2026, 2, 1))).toBe('2026-02-28')
    expect(days('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
    const doc = { providers: [{ id: 'p', models: [{ id: 'm', promptPrice: 2, completionPrice: 8 }] }] }
    const prices = pricesOf(doc as never)
    const row = { model: 'm', promptTokens: 500_000, completionTokens: 250_000 } as never
    expect(costOf([row], prices)).toBe(3)
    expect(costOf([{ model: 'other' } as never], prices)).toBeNull()
  })
})

type Call = { path: string; body: Record<string, unknown> }
let calls: Call[]
let answers: Record<string, (body: Record<string, unknown>) => Response | object>

beforeEach(() => {
  calls = []
  answers = {}
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body)) as Record<string, unknown>
    calls.push({ path, body })
    const answer = answers[path]?.(body) ?? { code: 0 }
    return answer instanceof Response ? answer : new Response(JSON.stringify(answer))
  })
})
afterEach(() => vi.unstubAllGlobals())

function show(part: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>{part}</QueryClientProvider>
    </I18nProvider>,
  )
}

const section = (value: unknown, more: object = {}) => ({
  code: 0,
  name: 'providers',
  value,
  default: { providers: [], defaultModel: '' },
  version: 7,
  updatedAt: 0,
  updatedBy: '',
  problem: '',
  ...more,
})

it('adds a provider after trying it', async () => {
  answers['/api/admin/settings/get'] = () => section(null)
  answers['/api/admin/provider/list'] = () => ({ code: 0, inUse: [], offered: [] })
  answers['/api/admin/provider/test'] = () => ({
    code: 0,
    ok: true,
    ms: 12,
    models: ['m1', 'm2'],
    answer: '你好',
    problem: '',
  })
  answers['/api/admin/settings/save'] = (b) => section(b.value, { version: 8 })
  show(<Providers />)
  fireEvent.click(await screen.findByRole('button', { name: '添加模型服务' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText('名称'), { target: { value: 'Test' } })
  fireEvent.change(within(dialog).getByLabelText(/^接口地址/), { target: { value: 'https://t.example/v1' } })
  fireEvent.change(within(dialog).getByLabelText('密钥'), { target: { value: 'sk-1' } })
  fireEvent.click(within(dialog).getByRole('button', { name: '测试' }))
  expect(await within(dialog).findByText('可以用：12 毫秒答完，共 2 个模型')).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const saved = calls.find((c) => c.path === '/api/admin/settings/save')!.body
  expect(saved).toMatchObject({ name: 'providers', version: 7 })
  expect(saved.value).toMatchObject({
    providers: [{ id: 'test', key: 'sk-1', baseUrl: 'https://t.example/v1' }],
  })
})

it('keeps a stored key, and says why something is refused', async () => {
  const row = {
    id: 'a',
    name: 'A',
    baseUrl: 'https://a.example/v1',
    key: KEPT,
    models: [],
    aliases: {},
    proxy: '',
  }
  answers['/api/admin/settings/get'] = () => section({ providers: [row], defaultModel: '' })
  answers['/api/admin/provider/list'] = () => ({ code: 0, inUse: [], offered: [] })
  answers['/api/admin/settings/save'] = () =>
    new Response('{"error":{"code":"20090","message":"设置刚被别人改过，请重新打开后再改。"}}', {
      status: 409,
    })
  show(<Providers />)
  fireEvent.click(await screen.findByRole('button', { name: '修改「A」' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
  await waitFor(() => expect(calls.some((c) => c.path === '/api/admin/settings/save')).toBe(true))
  expect(calls.at(-1)!.body.value).toMatchObject({ providers: [{ key: KEPT }] })
  expect(screen.getByRole('dialog')).toBeTruthy()
})

it('asks before an account is disabled', async () => {
  answers['/api/admin/user/list'] = () => ({
    code: 0,
    total: 1,
    users: [
      {
        userId: 'u1',
        name: '小明',
        role: 0,
        state: 'active',
        identities: ['+86 138****0000'],
        createdAt: 1,
        lastSeenAt: 1,
        bannedUntil: 0,
        banReason: '',
        sessions: 2,
      },
    ],
  })
  show(<UserList />)
  fireEvent.click(await screen.findByRole('button', { name: '对「小明」的操作' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: '停用账号' }))
  const dialog = await screen.findByRole('dialog')
  expect(calls.some((c) => c.path === '/api/admin/user/change')).toBe(false)
  fireEvent.click(within(dialog).getByRole('button', { name: '停用账号' }))
  await waitFor(() =>
    expect(calls.find((c) => c.path === '/api/admin/user/change')?.body).toEqual({
      userId: 'u1',
      disabled: true,
    }),
  )
})

it('saves no rule that it cannot read', async () => {
  answers['/api/admin/settings/get'] = () =>
    section(null, { default: { words: [], allow: [] }, name: 'moderation' })
  show(<WordsRoom />)
  const box = await screen.findByRole('textbox', { name: '内容规则' })
  const save = screen.getByRole('button', { name: '保存' }) as HTMLButtonElement
  fireEvent.change(box, { target: { value: 'bloc 甲' } })
  expect(save.disabled).toBe(true)
  expect(screen.getByText('看不懂第 1 行')).toBeTruthy()
  fireEvent.change(box, { target: { value: 'block 甲' } })
  expect(save.disabled).toBe(false)
})

it('shows what went wrong, and tries again', async () => {
  answers['/api/admin/user/list'] = () =>
    new Response('{"error":{"code":"23002","message":"只有管理员可以这样做。请联系管理员。"}}', {
      status: 403,
    })
  show(<UserList />)
  expect(await screen.findByText('只有管理员可以这样做。请联系管理员。')).toBeTruthy()
  answers['/api/admin/user/list'] = () => ({ code: 0, total: 0, users: [] })
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('没有这样的账号')).toBeTruthy()
})
