import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import { ProofDialog } from './proof-dialog'

afterEach(() => vi.unstubAllGlobals())

it('shows why the way to a provider has failed', async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    String(url).endsWith('/detail')
      ? new Response(JSON.stringify({ code: 0, data: { ways: ['wx'], phone: '', safeVerifyCode: 'c' } }))
      : new Response(JSON.stringify({ error: { code: '23001', message: '微信现在连不上' } }), {
          status: 502,
        }),
  )
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <ProofDialog onDone={() => {}} />
      </QueryClientProvider>
    </I18nProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: '用微信验证' }))
  expect((await screen.findByRole('alert')).textContent).toBe('微信现在连不上')
})
