import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LoginAnswer } from '@/api'
import { i18n } from '@/i18n'
import { LoginSteps } from '../parts/login-steps'
import { FactorPage } from './factor'

vi.mock('@/features/shell', () => ({
  PageFrame: ({ title, children }: Record<'title' | 'children', ReactNode>) => (
    <>
      <h1>{title}</h1>
      {children}
    </>
  ),
}))
vi.mock('@/features/session', async (original) => ({
  ...(await original<typeof import('@/features/session')>()),
  useSession: () => ({ who: { userId: 'u', status: 1 }, sure: true }),
  isUser: () => true,
  refreshWho: async () => {},
}))

const codes = ['aaaaa-bbbbb', 'ccccc-ddddd']
let on: boolean
let sent: [string, Record<string, unknown>][]
let wrong: boolean

beforeEach(() => {
  on = false
  sent = []
  wrong = false
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = String(url)
    const answer = (data: object) => new Response(JSON.stringify({ code: 0, data, ...data }))
    if (init.method !== 'POST') return answer({ on, sinceTime: 1_790_000_000, recovery: 10 })
    sent.push([
      path.replace(/^.*\/api/, ''),
      JSON.parse(String(init.body || '{}')) as Record<string, unknown>,
    ])
    if (wrong)
      return new Response(JSON.stringify({ error: { code: '23029', message: '动态码不正确' } }), {
        status: 400,
      })
    if (path.endsWith('/begin')) return answer({ secret: 'ABCDEFGHIJKLMNOP', url: 'otpauth://totp/x' })
    if (path.endsWith('/remove')) on = false
    if (path.endsWith('/confirm')) on = true
    return answer({ codes, status: 1 })
  })
})
afterEach(() => vi.unstubAllGlobals())

const show = (page: ReactNode) =>
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>{page}</QueryClientProvider>
    </I18nProvider>,
  )
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('is set up by a QR code or the key as text, and shows the recovery codes once', async () => {
  show(<FactorPage />)
  fireEvent.click(await screen.findByRole('button', { name: '开始设置' }))
  await screen.findByText('ABCD EFGH IJKL MNOP')
  expect(screen.getByRole('img', { name: '验证器扫的二维码' }).querySelector('svg')).not.toBeNull()
  type(/动态码/, '１２３ 456')
  wrong = true
  press('开启两步验证')
  await screen.findByText('动态码不正确')
  wrong = false
  type(/动态码/, '654321')
  press('开启两步验证')
  await screen.findByText('aaaaa-bbbbb')
  expect(sent.map(([path, body]) => [path, body.code])).toEqual([
    ['/account/factor/begin', undefined],
    ['/account/factor/confirm', '123456'],
    ['/account/factor/confirm', '654321'],
  ])
  press('我已保存')
  await screen.findByText('还剩 10 个')
  expect(screen.queryByText('aaaaa-bbbbb')).toBeNull()
})

it('goes off by a code only', async () => {
  on = true
  show(<FactorPage />)
  fireEvent.click(await screen.findByRole('button', { name: '关闭' }))
  await screen.findByText('关闭两步验证？')
  type(/动态码/, '123456')
  fireEvent.submit(screen.getByLabelText(/动态码/).closest('form')!)
  await screen.findByRole('button', { name: '开始设置' })
  expect(sent).toEqual([['/account/factor/remove', { code: '123456' }]])
})

it('is the second step of a login, with a recovery code in its place', async () => {
  const onAnswer = vi.fn()
  show(<LoginSteps answer={{ factor: true, ticket: 't', status: 0 } as LoginAnswer} onAnswer={onAnswer} />)
  expect(screen.getByLabelText(/动态码/).getAttribute('inputmode')).toBe('numeric')
  expect(screen.getByLabelText(/动态码/).getAttribute('autocomplete')).toBe('one-time-code')
  press('改用备用码')
  type(/备用码/, 'aaaaa-bbbbb')
  fireEvent.submit(screen.getByLabelText(/备用码/).closest('form')!)
  await waitFor(() => expect(onAnswer).toHaveBeenCalled())
  expect(sent[0]).toEqual(['/joint/login', { type: 'factor', ticket: 't', code: 'aaaaa-bbbbb' }])
})
