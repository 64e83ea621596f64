import { I18nProvider } from '@lingui/react'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { i18n, t } from '@/i18n'
import { copyText, useCopy } from './copy'
import { toast } from './toast'

vi.mock('@/ui/toast')

// Over plain HTTP there is no navigator.clipboard, and the copy command is used.
const allow = (succeeds: boolean) => Object.assign(document, { execCommand: () => succeeds })

const wrapper = ({ children }: { children: ReactNode }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>

it('does not say of a failed copy that it succeeded, right after one that did', async () => {
  const { result } = renderHook(useCopy, { wrapper })
  const copy = async (succeeds: boolean) => {
    allow(succeeds)
    await act(() => result.current[1]({ text: '文字' }))
    return result.current[0]
  }
  expect(await copy(true)).toBe(true)
  expect(await copy(false)).toBe(false)
})

it.each([
  [true, '已复制'],
  [false, '复制失败，请选中后手动复制'],
])('says whether a text was copied over plain HTTP (%s)', async (succeeds, want) => {
  allow(succeeds)
  await copyText('文字', t)
  expect(toast).toHaveBeenLastCalledWith(want, expect.anything())
})
