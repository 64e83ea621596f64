import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useSession } from '@/features/session'
import { i18n } from '@/i18n'
import { KEPT } from './calls'
import { AdminPage } from './page'
import Connect from './parts/connect'
import Limits from './parts/limits'
import Providers from './parts/providers'
import UserList from './parts/users'
import WordsRoom from './parts/words'
import { blank, idFor, isPrivate, type ProviderDoc, parseAliases, printAliases } from './provider'
import { day, days } from './time'
import { costOf, pricesOf } from './usage'
import { valueAt, withValue } from './value'
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

  it('knows a private address', () => {
    for (const host of [
      '127.0.0.1:1',
      '10.1.2.3',
      '172.20.0.1',
      '192.168.1.9',
      '[::1]:80',
      'localhost',
      'a.local',
    ])
      expect(isPrivate(`http://${host}/v1`), host).toBe(true)
    for (const host of ['1.2.3.4', '172.32.0.1', 'example.com', 'local.example', '10.example.com'])
      expect(isPrivate(`https://${host}/v1`), host).toBe(false)
    expect(isPrivate('no address')).toBe(false)
  })

  it('reads aliases', () => {
    expect(parseAliases('a = b\n\nbroken\nc=d=e')).toEqual({ a: 'b', c: 'd=e' })
    expect(printAliases({ a: 'b' })).toBe('a = b')
  })

  it('reads and writes values by their paths', () => {
    const doc = { a: 1, b: { c: true, d: 'text' } }
    expect([valueAt(doc, 'a'), valueAt(doc, 'b.c'), valueAt(doc, 'b.d'), valueAt(doc, 'x.y')]).toEqual([
      1,
      true,
      'text',
      undefined,
    ])
    expect(withValue(doc, 'b.c', false)).toEqual({ a: 1, b: { c: false, d: 'text' } })
    expect(withValue(doc, 'x.y', 7)).toEqual({ ...doc, x: { y: 7 } })
    expect(doc.b.c).toBe(true)
  })

  it('counts days and costs', () => {
    expect(day(-1, new Date(2026, 2, 1))).toBe('2026-02-28')
    expect(days('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
    const models = [{ id: 'm', promptPrice: 2, completionPrice: 8 }]
    const doc = { providers: [{ id: 'p', models, aliases: { fast: 'm', slow: 'm' } }] }
    const prices = pricesOf(doc as never)
    for (const model of ['m', 'p/m', 'fast', 'slow']) {
      expect(costOf([{ model, promptTokens: 500_000, completionTokens: 250_000 } as never], prices)).toBe(3)
    }
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

const vendors = [
  {
    id: 'deepseek',
    name: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com/v1',
    keyUrl: 'https://platform.deepseek.com/api_keys',
    local: false,
    gives: ['对话', '深度思考'],
  },
  { id: 'other', name: '其他兼容 OpenAI 的服务', baseUrl: '', keyUrl: '', local: false, gives: ['对话'] },
]

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

describe('connecting a model', () => {
  const trial = (more: object) => ({
    code: 0,
    ok: true,
    ms: 12,
    models: ['m1'],
    answer: '',
    problem: '',
    ...more,
  })
  const saved = () => calls.find((c) => c.path === '/api/admin/settings/save')?.body
  beforeEach(() => {
    answers['/api/admin/settings/get'] = () => section(null)
    answers['/api/admin/provider/list'] = () => ({ code: 0, inUse: [], offered: [], vendors })
    answers['/api/admin/settings/save'] = (b) => section(b.value, { version: 8 })
  })
  const enter = async (key: string) => {
    fireEvent.click(await screen.findByRole('button', { name: /DeepSeek/ }))
    fireEvent.change(screen.getByLabelText('密钥'), { target: { value: key } })
    fireEvent.click(screen.getByRole('button', { name: '测试并启用' }))
  }

  it('uses what works', async () => {
    answers['/api/admin/provider/test'] = () => trial({})
    show(<Connect />)
    await enter('sk-1')
    await waitFor(() => expect(saved()).toBeTruthy())
    expect(saved()!.value).toMatchObject({
      providers: [
        {
          id: 'deepseek',
          name: 'DeepSeek',
          baseUrl: 'https://api.deepseek.com/v1',
          key: 'sk-1',
          local: false,
        },
      ],
    })
  })

  it('saves nothing that does not work, and says why', async () => {
    answers['/api/admin/provider/test'] = () => trial({ ok: false, problem: '密钥无效' })
    show(<Connect />)
    await enter('sk-bad')
    expect(await screen.findByText('密钥无效')).toBeTruthy()
    expect(saved()).toBeUndefined()
  })

  it('gives a provider that is there the new key, and leaves the rest of it', async () => {
    const row = {
      id: 'mine',
      name: '我的',
      baseUrl: 'https://api.deepseek.com/v1',
      key: KEPT,
      models: [{ id: 'm' }],
      aliases: { a: 'm' },
      proxy: 'direct',
      disabled: true,
    }
    answers['/api/admin/settings/get'] = () => section({ providers: [row], defaultModel: '' })
    answers['/api/admin/provider/test'] = () => trial({})
    show(<Connect />)
    await enter('sk-2')
    await waitFor(() => expect(saved()).toBeTruthy())
    expect((saved()!.value as { providers: unknown[] }).providers).toEqual([
      { ...row, key: 'sk-2', disabled: false },
    ])
  })
})

describe('a second provider of the same vendor', () => {
  const row = (id: string, baseUrl: string, disabled = false) => ({
    ...blank,
    id,
    name: 'DeepSeek 2',
    baseUrl,
    key: KEPT,
    disabled,
  })
  const inUse = (id: string) => ({
    id,
    name: 'DeepSeek',
    baseUrl: 'https://other.example/v1',
    source: 'DEEPSEEK_API_KEY',
    keyed: true,
    local: false,
    models: [],
    problem: '',
  })
  const savedRows = async () => {
    await waitFor(() => expect(calls.some((c) => c.path === '/api/admin/settings/save')).toBe(true))
    const saved = calls.find((c) => c.path === '/api/admin/settings/save')!.body.value as ProviderDoc
    return saved.providers.map((p) => `${p.id}: ${p.name}`)
  }
  beforeEach(() => {
    answers['/api/admin/settings/save'] = (b) => section(b.value, { version: 8 })
    answers['/api/admin/provider/test'] = () => ({ ok: true, ms: 1, models: ['m'], answer: '', problem: '' })
    answers['/api/admin/settings/get'] = () =>
      section({
        providers: [row('deepseek-2', 'https://a.example/v1', true)],
        defaultModel: '',
      })
    answers['/api/admin/provider/list'] = () => ({
      code: 0,
      inUse: [inUse('deepseek')],
      offered: [],
      vendors,
    })
  })

  it('gets an id and a name beside stored ones that are off and those of variables, from the tiles', async () => {
    show(<Connect />)
    fireEvent.click(await screen.findByRole('button', { name: /DeepSeek/ }))
    fireEvent.change(screen.getByLabelText('密钥'), { target: { value: 'sk-2' } })
    fireEvent.click(screen.getByRole('button', { name: '测试并启用' }))
    expect(await savedRows()).toEqual(['deepseek-2: DeepSeek 2', 'deepseek-3: DeepSeek 3'])
  })

  it('gets them from the form, too', async () => {
    show(<Providers />)
    fireEvent.click(await screen.findByRole('button', { name: '添加模型服务' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.click(within(dialog).getByRole('button', { name: /DeepSeek/ }))
    fireEvent.change(within(dialog).getByLabelText('密钥'), { target: { value: 'sk-2' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    expect(await savedRows()).toEqual(['deepseek-2: DeepSeek 2', 'deepseek-3: DeepSeek 3'])
  })
})

it('has one thing to do where there is no provider', async () => {
  answers['/api/admin/settings/get'] = () => section(null)
  answers['/api/admin/provider/list'] = () => ({ code: 0, inUse: [], offered: [], vendors })
  show(<Providers />)
  expect(await screen.findByText('还没有接入模型')).toBeTruthy()
})

it('says where each provider comes from', async () => {
  const row = (id: string, source: string) => ({
    id,
    name: id,
    baseUrl: '',
    source,
    keyed: false,
    local: true,
    models: [],
  })
  answers['/api/admin/settings/get'] = () => section(null)
  answers['/api/admin/provider/list'] = () => ({
    code: 0,
    inUse: [row('a', 'LLM_URL'), row('b', 'probe')],
    offered: [],
    vendors,
  })
  show(<Providers />)
  expect(await screen.findByText('LLM_URL')).toBeTruthy()
  expect(screen.getByText('在本机找到')).toBeTruthy()
  expect(screen.queryByText('probe')).toBeNull()
})

it('asks a visitor for a login', async () => {
  useSession.setState((s) => ({ who: { ...s.who, status: 0 }, sure: true }))
  show(<AdminPage />)
  fireEvent.click(await screen.findByRole('button', { name: '登录' }))
  expect(useSession.getState().asking?.what).toBe('login')
  expect(screen.queryByRole('navigation')).toBeNull()
  expect(calls).toEqual([])
  act(() => useSession.getState().asking?.done(false))
})

it('adds a provider after trying it', async () => {
  answers['/api/admin/settings/get'] = () => section(null)
  answers['/api/admin/provider/list'] = () => ({ code: 0, inUse: [], offered: [], vendors })
  answers['/api/admin/provider/test'] = () => ({
    code: 0,
    ok: true,
    ms: 412,
    models: ['m1', 'm2'],
    answer: '# 你好\n\n- **我**是 `小助手`\n- 有什么 [可以](https://x.example/) 帮你，**还有',
    problem: '',
  })
  answers['/api/admin/settings/save'] = (b) => section(b.value, { version: 8 })
  show(<Providers />)
  fireEvent.click(await screen.findByRole('button', { name: '添加模型服务' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: /DeepSeek/ }))
  expect(within(dialog).getByLabelText<HTMLInputElement>(/^接口地址/).value).toBe(
    'https://api.deepseek.com/v1',
  )
  for (const name of [/^代理/, /^别名/])
    expect(within(dialog).getByLabelText(name).closest('details')?.open).toBe(false)
  expect(
    within(dialog).getByRole('button', { name: '添加模型', hidden: true }).closest('details')?.open,
  ).toBe(false)
  fireEvent.click(within(dialog).getByRole('button', { name: /其他/ }))
  fireEvent.change(within(dialog).getByLabelText('名称'), { target: { value: 'Test' } })
  fireEvent.change(within(dialog).getByLabelText(/^接口地址/), { target: { value: 'https://t.example/v1' } })
  fireEvent.change(within(dialog).getByLabelText('密钥'), { target: { value: 'sk-1' } })
  fireEvent.click(within(dialog).getByRole('button', { name: '测试' }))
  expect(await within(dialog).findByText('可以用：0.41 秒答完，共 2 个模型')).toBeTruthy()
  expect(
    within(dialog).getByText('「你好 • 我是 小助手 • 有什么 可以（https://x.example/） 帮你，还有」'),
  ).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const saved = calls.find((c) => c.path === '/api/admin/settings/save')!.body
  expect(saved).toMatchObject({ name: 'providers', version: 7 })
  expect(saved.value).toMatchObject({
    providers: [{ id: 'test', key: 'sk-1', baseUrl: 'https://t.example/v1' }],
  })
})

it('draws the limits that the server describes', async () => {
  const field = {
    group: '频率',
    help: '',
    kind: 'number',
    secret: false,
    choice: [],
    min: 0,
    max: 10,
    unit: 1,
    default: '0',
  }
  const fields = [
    { ...field, key: 'perDay.visitor', label: '访客' },
    { ...field, key: 'atOnce', label: '同时的回答', help: '各自计数', default: '5' },
    { ...field, key: 'size', label: '大小', unit: 1048576, default: '2097152' },
    { ...field, key: 'open', label: '开放', kind: 'switch', default: '' },
  ]
  const value = { perDay: { visitor: 3, user: 4 }, open: true }
  answers['/api/admin/settings/get'] = (b) =>
    b.name === 'limits'
      ? section(value, { name: 'limits', fields })
      : section({}, { name: 'apikeys', fields: [] })
  answers['/api/admin/settings/save'] = (b) => section(b.value, { name: 'limits', fields, version: 8 })
  show(<Limits />)
  const box = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name })
  expect((await screen.findByRole<HTMLInputElement>('spinbutton', { name: '同时的回答' })).value).toBe('5')
  expect([box('访客').value, box('大小').value]).toEqual(['3', '2'])
  expect(screen.getByRole('heading', { name: '频率' })).toBeTruthy()
  expect(screen.getByText('各自计数')).toBeTruthy()
  fireEvent.change(box('访客'), { target: { value: '7' } })
  fireEvent.change(box('大小'), { target: { value: '3' } })
  fireEvent.click(screen.getByRole('switch', { name: '开放' }))
  fireEvent.click(screen.getAllByRole('button', { name: '保存' })[0]!)
  await waitFor(() =>
    expect(calls.find((c) => c.path === '/api/admin/settings/save')?.body).toEqual({
      name: 'limits',
      value: { perDay: { visitor: 7, user: 4 }, open: false, size: 3145728 },
      version: 7,
    }),
  )
})

/** A stored provider as the server shows it. */
const stored = {
  id: 'a',
  name: 'A',
  baseUrl: 'https://a.example/v1',
  key: KEPT,
  models: [],
  aliases: {},
  proxy: '',
}

it.each([
  ['keeps', 'https://a.example/v1', KEPT],
  ['drops, for another address,', 'http://127.0.0.1:11434/v1', ''],
])('%s a stored key whose field is left empty', async (_, baseUrl, key) => {
  answers['/api/admin/settings/get'] = () => section({ providers: [stored], defaultModel: '' })
  answers['/api/admin/provider/list'] = () => ({ code: 0, inUse: [], offered: [], vendors })
  answers['/api/admin/settings/save'] = (b) => section(b.value, { version: 8 })
  show(<Providers />)
  fireEvent.click(await screen.findByRole('button', { name: '修改「A」' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText(/^密钥/), { target: { value: '' } })
  expect(within(dialog).getByText('已保存，留空不变')).toBeTruthy()
  fireEvent.change(within(dialog).getByLabelText(/^接口地址/), { target: { value: baseUrl } })
  expect(within(dialog).queryByText('已保存，留空不变') !== null).toBe(key === KEPT)
  fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
  await waitFor(() => expect(calls.some((c) => c.path === '/api/admin/settings/save')).toBe(true))
  expect(calls.find((c) => c.path === '/api/admin/settings/save')!.body.value).toMatchObject({
    providers: [{ key }],
  })
})

it('keeps a stored key, and says why something is refused', async () => {
  answers['/api/admin/settings/get'] = () => section({ providers: [stored], defaultModel: '' })
  answers['/api/admin/provider/list'] = () => ({ code: 0, inUse: [], offered: [], vendors })
  answers['/api/admin/settings/save'] = () =>
    new Response('{"error":{"code":"20090","message":"这些设置刚刚在别处改过，请重新打开后再改。"}}', {
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
  expect(screen.getByText('第 1 行格式有误')).toBeTruthy()
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
  expect(await screen.findByText('没有找到账号')).toBeTruthy()
})
