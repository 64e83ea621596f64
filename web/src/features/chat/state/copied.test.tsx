import { I18nProvider } from '@lingui/react'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import { useCopy } from './copied'
import { copyText } from './copy'

vi.mock('./copy', () => ({ copyText: vi.fn() }))
vi.mock('@/ui/toast', () => ({ toast: vi.fn() }))

const wrapper = ({ children }: { children: ReactNode }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>

it('does not say of a failed copy that it succeeded, right after one that did', async () => {
  const { result } = renderHook(useCopy, { wrapper })
  const copy = async (succeeds: boolean) => {
    vi.mocked(copyText).mockResolvedValue(succeeds)
    await act(() => result.current[1]({ text: '文字' }))
    return result.current[0]
  }
  expect(await copy(true)).toBe(true)
  expect(await copy(false)).toBe(false)
})
