import { I18nProvider } from '@lingui/react'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { activateLocale, i18n } from '@/i18n'
import { newMessage, reduce } from '../state/types'
import Compare from './compare'

beforeEach(() => activateLocale('zh-CN'))

const version = (repeatIndex: number, msg: string) => ({
  repeatIndex,
  message: [{ type: 'text' as const, msg }, { type: 'done' as const }].reduce(reduce, newMessage()),
  feedback: null,
})

it('shows the version before and the shown one, goes through others, and takes one', async () => {
  const [onVersion, onClose] = [vi.fn(), vi.fn()]
  render(
    <I18nProvider i18n={i18n}>
      <Compare
        answer={{ index: 2, versions: [version(0, '甲'), version(1, '乙'), version(2, '丙')], selected: 2 }}
        onVersion={onVersion}
        onClose={onClose}
      />
    </I18nProvider>,
  )
  const left = within(await screen.findByRole('region', { name: '版本 2' }))
  const right = within(screen.getByRole('region', { name: '版本 3' }))
  expect(await left.findByText('乙')).toBeTruthy()
  expect(await right.findByText('丙')).toBeTruthy()
  expect(right.getByText('当前显示')).toBeTruthy()
  fireEvent.click(left.getByRole('button', { name: /上一/ }))
  const first = within(await screen.findByRole('region', { name: '版本 1' }))
  expect(await first.findByText('甲')).toBeTruthy()
  fireEvent.click(first.getByRole('button', { name: '用这个版本' }))
  expect(onVersion).toHaveBeenCalledWith(0)
  expect(onClose).toHaveBeenCalled()
})
