import { I18nProvider } from '@lingui/react'
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { activateLocale, i18n } from '@/i18n'
import General from './parts/general'

const whole = {
  documentConfig: { singleFileMaxSize: 1 },
  maxConvRound: 30,
  guidance: { 'zh-CN': '引导', en: 'Guidance' },
  greetings: [{ fromHour: 6, text: { 'zh-CN': '早' } }],
  appBaseConfig: { enableTempConv: true, tempConvNotice: { 'zh-CN': '说明' } },
}

// By default, queries inform the page after a timeout. A microtask informs it of a failed refetch before `act` ends.
beforeAll(() => notifyManager.setScheduler(queueMicrotask))
afterEach(() => vi.unstubAllGlobals())

async function open(guidance = '引导') {
  const server = { status: 200 }
  const setting = {
    code: 0,
    name: 'general',
    value: whole,
    default: whole,
    version: 1,
    problem: '',
    fields: [],
  }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(setting), { status: server.status }))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <General />
      </QueryClientProvider>
    </I18nProvider>,
  )
  await screen.findByDisplayValue(guidance)
  return { client, server }
}

it('keeps unsaved input when the settings cannot be refreshed', async () => {
  const { client, server } = await open()
  fireEvent.change(screen.getByDisplayValue('引导'), { target: { value: '新的引导' } })
  server.status = 500
  await act(() => client.refetchQueries())
  expect(screen.getByDisplayValue('新的引导')).toBeTruthy()
})

it.each([
  ['notice', { ...whole, appBaseConfig: { enableTempConv: true } }],
  ['greeting', { ...whole, greetings: [{ fromHour: 6 }] }],
  ['guidance', { ...whole, guidance: '引导' }],
])('asks for a whole document when the %s of a pasted one has no texts', async (_, doc) => {
  await open()
  const json = screen.getByRole('textbox', { name: '全部内容（JSON）', hidden: true })
  fireEvent.change(json, { target: { value: JSON.stringify(doc) } })
  expect(json.getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(json, { target: { value: JSON.stringify(whole) } })
  expect(json.getAttribute('aria-invalid')).toBe('false')
})

it('begins with the texts in the language of the administrator', async () => {
  await activateLocale('en')
  try {
    await open('Guidance')
  } finally {
    await activateLocale('zh-CN')
  }
})
