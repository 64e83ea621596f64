import { waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { t } from '@/i18n'
import { toast } from '@/ui/toast'
import { importAgent } from './files'

vi.mock('@/ui/toast')

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.mocked(toast).mockClear()
})

it.each([true, false])(
  'shows an error once: beside the offline bar, there is no empty message (online: %s)',
  async (online) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await importAgent(new File(['{}'], 'agent.json'))
    await waitFor(() =>
      expect(vi.mocked(toast).mock.calls).toEqual(online ? [[t('error.network'), { kind: 'error' }]] : []),
    )
  },
)
