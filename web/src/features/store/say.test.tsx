import { afterEach, expect, it, vi } from 'vitest'
import { t } from '@/i18n'
import { importAgent } from './files'

const toast = vi.hoisted(() => vi.fn())
vi.mock('@/ui/toaster', () => ({ show: toast }))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  toast.mockClear()
})

it.each([true, false])(
  'shows an error once: beside the offline bar, there is no empty message (online: %s)',
  async (online) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await importAgent(new File(['{}'], 'agent.json'))
    await vi.waitFor(() =>
      expect(toast.mock.calls).toEqual(online ? [[t('error.network'), { kind: 'error' }]] : []),
    )
  },
)
