import { I18nProvider } from '@lingui/react'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import { SearchHost } from './host'
import { openSearch } from './store'

const arrive = vi.hoisted(() => ({ dialog: () => {} }))
vi.mock('./dialog', async () => {
  await new Promise<void>((done) => {
    arrive.dialog = done
  })
  return { SearchDialog: ({ early }: { early: { current: string } }) => <output>{early.current}</output> }
})

it('hands what was typed before the dialog was there to the dialog', async () => {
  render(
    <I18nProvider i18n={i18n}>
      <SearchHost onNewChat={() => {}} onHelp={() => {}} />
    </I18nProvider>,
  )
  act(openSearch)
  const box = await screen.findByRole('textbox')
  expect(document.activeElement).toBe(box)
  fireEvent.change(box, { target: { value: '西湖' } })
  arrive.dialog()
  expect(await screen.findByText('西湖')).toBeTruthy()
})
