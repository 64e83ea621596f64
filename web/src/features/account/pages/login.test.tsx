import { I18nProvider } from '@lingui/react'
import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { i18n, t } from '@/i18n'
import { navigate } from '@/lib/router'
import { loginMessage } from '../window'
import { LoginPage } from './login'

vi.mock('./stage', () => ({ Stage: ({ children }: { children: ReactNode }) => <>{children}</> }))
vi.mock('@/lib/router', async (original) => ({
  ...(await original<typeof import('@/lib/router')>()),
  navigate: vi.fn(),
}))
vi.mock('@/features/session', async (original) => ({
  ...(await original<typeof import('@/features/session')>()),
  useSession: (of: (s: object) => unknown) => of({ who: { userId: 'u', status: 1, name: '小问' } }),
  isUser: () => true,
}))

afterEach(() => {
  window.name = ''
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

const goOn = () => {
  render(
    <I18nProvider i18n={i18n}>
      <LoginPage />
    </I18nProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: t('account.goOn') }))
}

it('leads somebody who is logged in to the home page', () => {
  goOn()
  expect(navigate).toHaveBeenCalledWith('/', { replace: true })
})

it('tells the page that opened a login window, and closes it', () => {
  const opener = { postMessage: vi.fn() }
  const close = vi.fn()
  window.name = 'wenqu-login'
  vi.stubGlobal('opener', opener)
  vi.stubGlobal('close', close)
  goOn()
  expect(opener.postMessage).toHaveBeenCalledWith(loginMessage, location.origin)
  expect(close).toHaveBeenCalled()
  expect(navigate).not.toHaveBeenCalled()
})
