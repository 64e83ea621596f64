import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import SecurityLog from './parts/security'
import { callOf } from './refused'
import { kinds, since } from './security'

let bodies: Record<string, unknown>[]
let events: object[]
let fail: boolean

beforeEach(() => {
  bodies = []
  fail = false
  events = [
    {
      id: 'e1',
      at: 1_800_000_000_000,
      kind: 'login.failed',
      userId: 'user-1',
      actorId: '',
      network: '203.0.113.0/24',
      detail: 'phone',
      reason: '23010',
      times: 3,
    },
    {
      id: 'e2',
      at: 1_800_000_000_000,
      kind: 'right.refused',
      userId: '',
      actorId: 'admin-1',
      network: 'loopback',
      detail: 'POST /api/admin/user/list',
      reason: '29999',
      times: 1,
    },
  ]
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (String(url).endsWith('/user/names'))
      return new Response('{"code":0,"names":{"user-1":"小明","admin-1":""}}')
    bodies.push(JSON.parse(String(init.body)) as Record<string, unknown>)
    return fail
      ? new Response('{"msg":"不行","code":20000,"error":{"code":"20000","message":"不行"}}', { status: 500 })
      : new Response(JSON.stringify({ code: 0, events }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const show = () =>
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <SecurityLog />
      </QueryClientProvider>
    </I18nProvider>,
  )

it('names what happened, why, how often and from where', async () => {
  show()
  await screen.findByText('小明')
  const rows = screen.getAllByRole('listitem')
  expect(rows[0]!.textContent).toContain('登录失败')
  for (const text of ['手机号', '验证码不对', '3 次', '小明', '203.0.113.0/24']) {
    expect(rows[0]!.textContent).toContain(text)
  }
  for (const text of [
    '越权被拒',
    '查看「用户」',
    'POST /api/admin/user/list',
    '错误码 29999',
    '未知用户',
    '由 用户 dmin-1 操作',
    '本机',
  ]) {
    expect(rows[1]!.textContent).toContain(text)
  }
})

it('asks for a kind, a time and a user', async () => {
  show()
  await screen.findAllByRole('listitem')
  expect(bodies.at(-1)).toMatchObject({ kind: '', userId: '', offset: 0, limit: 50 })
  fireEvent.change(screen.getByLabelText('事件类型'), { target: { value: 'login.failed' } })
  fireEvent.change(screen.getByLabelText('时间范围'), { target: { value: '0' } })
  fireEvent.click((await screen.findAllByTitle(/^只看这个用户/))[0]!)
  await waitFor(() =>
    expect(bodies.at(-1)).toMatchObject({ kind: 'login.failed', since: 0, userId: 'user-1' }),
  )
})

it('says that there is nothing, and that it failed', async () => {
  events = []
  const page = show()
  expect(await screen.findByText('这段时间没有记录')).toBeTruthy()
  page.unmount()
  fail = true
  show()
  expect(await screen.findByText('不行')).toBeTruthy()
  expect(screen.getByRole('button', { name: '重试' })).toBeTruthy()
})

it('says in words which call was refused', () => {
  const said = (detail: string, code = '23002') => callOf((id, values) => i18n.t(id, values), detail, code)
  expect(said('POST /api/admin/user/list')).toBe('查看「用户」')
  expect(said('POST /api/admin/usage')).toBe('查看「用量」')
  expect(said('POST /api/admin/mcp/save')).toBe('操作「连接器」')
  expect(said('GET /api/admin/system/diagnostics')).toBe('查看「系统」')
  expect(said('POST /api/admin/settings/save')).toBe('操作「管理设置」')
  expect(said('POST /api/admin/source/test')).toBe('测试「搜索来源」')
  // A banned person may do everything but ask.
  expect(said('POST /api/chat/{cid}', '21005')).toBe('提问')
  // Calls of earlier versions, and details that are no calls.
  expect(said('POST /api/admin/user/ban')).toBe('操作「用户」')
  expect(said('POST /api/admin/gone/list')).toBeUndefined()
  expect(said('phone', '23010')).toBeUndefined()
  expect(said('')).toBeUndefined()
})

it('has words for every kind in every language', () => {
  for (const kind of kinds) expect(i18n.t(`admin.security.${kind}`)).not.toContain('admin.')
  expect(since(1, 86_400_000 * 3)).toBe(86_400_000 * 2)
})
