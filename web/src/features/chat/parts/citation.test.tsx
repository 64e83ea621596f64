import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { activateLocale, i18n } from '@/i18n'
import { CitationChip } from './citation'

beforeAll(() => activateLocale('zh-CN'))

const doc = { index: 1, title: '水利志', url: 'https://shui.example/zhi', kind: 'web' }

it('shows a source when Tab reaches its number, and not when the focus comes back to it', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nProvider i18n={i18n}>
        <CitationChip doc={doc as never} />
        <button type="button">别处</button>
      </I18nProvider>
    </QueryClientProvider>,
  )
  const chip = screen.getByRole('button', { name: '来源 1：水利志' })
  chip.focus()
  fireEvent.keyUp(chip, { key: 'Tab' })
  expect(await screen.findByText('1. 水利志')).toBeTruthy()
  fireEvent.keyDown(chip, { key: 'Escape' })
  fireEvent.keyUp(chip, { key: 'Escape' })
  expect(screen.queryByText('1. 水利志')).toBeNull()
  // When Esc or Enter closes a dialog, the focus returns to the citation mark before the key is released. Releasing
  // the key must not show the source.
  screen.getByRole('button', { name: '别处' }).focus()
  for (const key of ['Escape', 'Enter']) {
    chip.focus()
    fireEvent.keyUp(chip, { key })
    expect(screen.queryByText('1. 水利志')).toBeNull()
  }
})
