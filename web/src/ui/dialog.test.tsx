import { I18nProvider } from '@lingui/react'
import { render as draw, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, it } from 'vitest'
import { activateLocale, i18n } from '@/i18n'
import { ConfirmDialog } from './dialog'
import { Menu } from './menu'

beforeAll(() => activateLocale('zh-CN'))

function Row({ menu }: { menu?: boolean }) {
  const [open, setOpen] = useState(false)
  const [there, setThere] = useState(true)
  return (
    <I18nProvider i18n={i18n}>
      <main id="main" tabIndex={-1}>
        {menu && there && (
          <Menu
            label="更多"
            entries={[{ id: 'x', label: '移除', onSelect: () => setOpen(true) }]}
            trigger={(p) => (
              <button type="button" {...p}>
                更多
              </button>
            )}
          />
        )}
        {!menu && there && (
          <button type="button" onClick={() => setOpen(true)}>
            移除
          </button>
        )}
      </main>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="移除吗？"
        action="确定"
        onConfirm={() => setThere(false)}
      />
    </I18nProvider>
  )
}

async function openBy(name: string) {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}
const dialog = () => screen.findByRole('dialog', { name: '移除吗？' })

it('gives the focus back to the button that opened it', async () => {
  draw(<Row />)
  await openBy('移除')
  fireEvent.keyDown(await dialog(), { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '移除' })))
})

it('gives the focus back to the button of the menu that opened it', async () => {
  draw(<Row menu />)
  await openBy('更多')
  const entry = await screen.findByRole('menuitem', { name: '移除' })
  entry.focus()
  fireEvent.click(entry)
  fireEvent.keyDown(await dialog(), { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '更多' })))
})

it('gives the focus to the page when what opened it is gone', async () => {
  draw(<Row />)
  await openBy('移除')
  await dialog()
  fireEvent.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})
