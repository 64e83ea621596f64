import { waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { setLocale, t } from '@/i18n'
import type { MenuEntry } from '@/ui/menu'
import { toast } from '@/ui/toast'
import { userEntries } from './user-entries'

vi.mock('@/ui/toast')
vi.mock('@/i18n', async (original) => ({
  ...(await original<typeof import('@/i18n')>()),
  setLocale: vi.fn(),
}))

it('shows why a language cannot be chosen', async () => {
  vi.mocked(setLocale).mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
  const entries = userEntries({
    t,
    who: { userId: '', name: '', avatar: '', role: 0, status: 0 },
    dots: 0,
    theme: 'light',
    locale: 'zh-CN',
    onHelp: () => {},
    go: () => {},
  })
  const language = entries.find((e) => e.id === 'language') as Extract<MenuEntry, { type: 'choice' }>
  language.onChange('en')
  await waitFor(() => expect(toast).toHaveBeenCalledExactlyOnceWith(t('error.network'), { kind: 'error' }))
})
