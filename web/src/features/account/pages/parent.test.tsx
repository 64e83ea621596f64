import { I18nProvider } from '@lingui/react'
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import { ParentPage } from './parent'

vi.mock('@/features/shell', () => ({
  PageFrame: ({ title, children }: Record<'title' | 'children', ReactNode>) => (
    <>
      <h1>{title}</h1>
      {children}
    </>
  ),
}))

const off = { on: false, minutes: 40, from: '22:00', to: '06:00', used: 0, lockedTime: 0, nextTime: 0 }
let now: object
let sent: Record<string, unknown>[]
let refuse: Response | null
let down: boolean

// By default, queries inform the page after a timeout. A microtask informs it of a failed refetch before `act` ends.
beforeAll(() => notifyManager.setScheduler(queueMicrotask))
beforeEach(() => {
  now = off
  sent = []
  refuse = null
  down = false
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.endsWith('/set')) {
      const body = JSON.parse(String(init.body)) as Record<string, unknown>
      sent.push(body)
      if (refuse) return refuse
      now = { ...off, ...body }
    }
    return down ? new Response('', { status: 500 }) : new Response(JSON.stringify({ code: 0, data: now }))
  })
})
afterEach(() => vi.unstubAllGlobals())

function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <ParentPage />
      </QueryClientProvider>
    </I18nProvider>,
  )
  return client
}

const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('switches the mode on with a PIN and limits, and shows the day', async () => {
  open()
  await screen.findByText('开启未成年人模式')
  type(/监护密码/, '24a68')
  type(/每天可用/, '25')
  press('开启未成年人模式')
  await screen.findByText('已用 0 / 25 分钟')
  expect(sent).toEqual([{ on: true, pin: '2468', minutes: 25, from: '22:00', to: '06:00' }])
})

it('shows what the server says of a wrong PIN and keeps what was typed', async () => {
  now = { ...off, on: true }
  open()
  await screen.findByText('关闭未成年人模式')
  expect((screen.getByText('关闭未成年人模式') as HTMLButtonElement).closest('button')?.disabled).toBe(true)
  type(/^监护密码/, '1111')
  refuse = new Response(
    JSON.stringify({ error: { type: 'error', code: '20088', message: '还可以试 4 次' } }),
    { status: 400 },
  )
  press('关闭未成年人模式')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('还可以试 4 次'))
  expect((screen.getByLabelText(/^监护密码/) as HTMLInputElement).value).toBe('1111')
  expect(sent).toEqual([{ on: false, pin: '1111' }])
})

it('sends no PIN when it is forgotten, but a new one', async () => {
  now = { ...off, on: true }
  open()
  await screen.findByText('忘记密码')
  type(/^监护密码/, '1111')
  press('忘记密码')
  type(/新的监护密码/, '1357')
  press('保存')
  await waitFor(() =>
    expect(sent).toEqual([{ on: true, newPin: '1357', minutes: 40, from: '22:00', to: '06:00' }]),
  )
})

it('keeps what was typed when the page cannot be refreshed', async () => {
  const client = open()
  await screen.findByText('开启未成年人模式')
  type(/每天可用/, '25')
  down = true
  await act(() => client.refetchQueries())
  expect((screen.getByLabelText(/每天可用/) as HTMLInputElement).value).toBe('25')
})
