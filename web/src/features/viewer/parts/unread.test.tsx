import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { activateLocale, addCatalogue, i18n } from '@/i18n'
import { LOOK, useDoc } from '../use-doc'
import { Unread } from './unread'

beforeAll(async () => {
  await activateLocale('zh-CN')
  await addCatalogue('viewer')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Page() {
  const doc = useDoc('f1')
  return doc.data ? <Unread doc={doc.data} /> : null
}

it('asks for the password again after a wrong one, as often as needed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const file = { id: 'f1', fileName: '合同.pdf', status: 'failed', errorCode: '20050', progress: 0 }
  const tried: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.includes('asyncFileParse')) {
      tried.push(JSON.parse(String(init.body)).password)
      file.status = 'parsing'
      return new Response(JSON.stringify({ data: file }))
    }
    const data = { ...file }
    if (tried.length) Object.assign(file, { status: 'failed', errorCode: '20051' })
    return new Response(JSON.stringify({ data }))
  })
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Page />
      </QueryClientProvider>
    </I18nProvider>,
  )
  for (const password of ['一', '二']) {
    fireEvent.click(await screen.findByRole('button', { name: '输入密码' }))
    fireEvent.change(await screen.findByLabelText('文件密码'), { target: { value: password } })
    fireEvent.click(screen.getByRole('button', { name: '打开' }))
    await screen.findByRole('status')
    expect(tried.at(-1)).toBe(password)
    await act(() => vi.advanceTimersByTimeAsync(LOOK))
  }
})
