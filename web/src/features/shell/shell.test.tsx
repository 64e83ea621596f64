import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSession } from '@/features/session'
import { i18n } from '@/i18n'
import { boot } from '@/lib/boot'
import { storage } from '@/lib/storage'
import { FOLD_GUARD } from './nav'
import { useNav } from './nav-store'
import { Shell } from './shell'

let now = 10_000

beforeEach(async () => {
  boot.features.document = true
  vi.stubGlobal('scrollTo', () => {})
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response('{"code":0,"conversations":[],"pagination":{"totalResults":0,"offset":0}}', {
        status: 200,
      }),
  )
  useNav.setState({ nav: { phone: false, floats: false, open: true, peek: false, guardUntil: 0 } })
  await act(async () => {
    render(
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={new QueryClient()}>
          <Shell onNewChat={() => {}}>
            <p>页面</p>
          </Shell>
        </QueryClientProvider>
      </I18nProvider>,
    )
  })
})
afterEach(() => {
  delete boot.features.document
  vi.unstubAllGlobals()
  storage.remove('nav')
})

const nav = () => document.getElementById('nav')!
const hover = () =>
  fireEvent.pointerEnter(screen.getByRole('button', { name: '展开侧栏' }), { pointerType: 'mouse' })

it('folds, remembers it, and does not spring open under the resting mouse', async () => {
  fireEvent.click(await screen.findByRole('button', { name: '收起侧栏' }))
  expect(nav().hasAttribute('inert')).toBe(true)
  expect(storage.get('nav')).toBe('closed')
  now += FOLD_GUARD - 1
  hover()
  expect(nav().hasAttribute('inert')).toBe(true)
  now += 1
  hover()
  expect(nav().hasAttribute('inert')).toBe(false)
  expect(storage.get('nav')).toBe('closed')
})

it('closes the floating sidebar over the mask and at Esc', () => {
  for (const close of [
    () => fireEvent.mouseMove(screen.getByTestId('nav-mask')),
    () => fireEvent.keyDown(document.body, { key: 'Escape' }),
  ]) {
    act(() =>
      useNav.setState({ nav: { phone: false, floats: false, open: false, peek: true, guardUntil: 0 } }),
    )
    expect(nav().hasAttribute('inert')).toBe(false)
    close()
    expect(nav().hasAttribute('inert')).toBe(true)
  }
})

it('shuts the page behind the drawer of a phone and gives the focus back', () => {
  act(() => useNav.setState({ nav: { phone: true, floats: false, open: false, peek: false, guardUntil: 0 } }))
  fireEvent.click(screen.getByRole('button', { name: '展开侧栏' }))
  expect(document.getElementById('main')!.hasAttribute('inert')).toBe(true)
  expect(nav().contains(document.activeElement)).toBe(true)
  fireEvent.pointerDown(screen.getByTestId('nav-mask'))
  expect(nav().hasAttribute('inert')).toBe(true)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '展开侧栏' }))
})

it('begins a conversation from the other end of the header on a phone', () => {
  act(() => useNav.setState({ nav: { phone: true, floats: false, open: false, peek: false, guardUntil: 0 } }))
  const main = document.getElementById('main')!
  expect(main.querySelectorAll('[aria-label="新对话"]')).toHaveLength(1)
  expect(main.querySelector('[aria-label="新对话"]')!.parentElement!.className).toContain('right-2')
})

it.each([
  ['beside who is here', { phone: false, floats: false, open: true }],
  ['in the header of a sidebar that lies over the page', { phone: true, floats: false, open: true }],
])('offers a visitor the login %s', (_, nav) => {
  act(() => useNav.setState({ nav: { ...nav, peek: false, guardUntil: 0 } }))
  const login = screen.getByRole('button', { name: '登录' })
  expect(login.closest('header') !== null).toBe(nav.phone)
  fireEvent.click(login)
  expect(useSession.getState().asking?.what).toBe('login')
  act(() => useSession.getState().asking?.done(false))
})

it('leads to deep reading where files are there', () => {
  expect(screen.getByRole('link', { name: '深度阅读' }).getAttribute('href')).toBe('/tool/deep-reading')
})

it('says when the network is gone and when it is back', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fireEvent(window, new Event('offline'))
  expect(screen.getByText(/网络已断开/)).toBeTruthy()
  online.mockReturnValue(true)
  fireEvent(window, new Event('online'))
  expect(screen.queryByText(/网络已断开/)).toBeNull()
})
