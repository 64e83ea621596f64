import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import { storage } from '@/lib/storage'
import { useGeneral } from '../queries'
import type { Conversation } from '../state/model'
import RoundNotices from './round-notices'

vi.mock('../queries', () => ({ useGeneral: vi.fn() }))
vi.mock('../state/model', async (real) => ({ ...(await real()), rounds: () => 1 }))
afterEach(() => storage.remove('appTip'))

function show(appTip: string) {
  vi.mocked(useGeneral).mockReturnValue({ appTip, appBaseConfig: { appTipRound: 1 } } as never)
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <RoundNotices chat={{} as Conversation} agentId="a" running={false} address={() => ''} />
      </QueryClientProvider>
    </I18nProvider>,
  )
}

it('shows a tip once, and does not count an empty one', () => {
  show('')
  cleanup()
  show('试试深度研究')
  expect(screen.getByText('试试深度研究')).toBeTruthy()
  cleanup()
  show('试试深度研究')
  expect(screen.queryByText('试试深度研究')).toBeNull()
})
