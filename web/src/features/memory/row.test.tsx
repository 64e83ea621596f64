import { I18nProvider } from '@lingui/react'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { activateLocale, addCatalogue, i18n } from '@/i18n'
import { Row } from './row'

beforeAll(async () => {
  await activateLocale('zh-CN')
  await addCatalogue('memory')
})
afterEach(() => vi.unstubAllGlobals())

const memory = {
  id: 'm-1',
  text: '对虾过敏',
  previous: '对花生过敏',
  createTime: 1_700_000_000,
  updateTime: 1_700_000_000,
}

/** Shows the memory. `end` ends the oldest call that is still running, with success if `ok` is true. */
function show() {
  const paths: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(path)
    return new Response(JSON.stringify({ code: 0 }))
  })
  const running: ((ok: boolean) => void)[] = []
  const change = async (call: () => Promise<unknown>) => {
    await call()
    return new Promise<boolean>((resolve) => running.push(resolve))
  }
  render(
    <I18nProvider i18n={i18n}>
      <Row memory={memory} change={change} />
    </I18nProvider>,
  )
  const end = async (ok: boolean) => {
    await waitFor(() => expect(running.length).toBe(1))
    await act(async () => running.shift()?.(ok))
  }
  return { paths, end }
}

it.each([
  ['恢复原来的：对虾过敏', '/api/memory/undo'],
  ['删除：对虾过敏', '/api/memory/delete'],
])('calls only once for two clicks on %s', async (name, path) => {
  const { paths, end } = show()
  const button = screen.getByRole('button', { name }) as HTMLButtonElement
  fireEvent.click(button)
  fireEvent.click(button)
  await end(true)
  fireEvent.click(button)
  expect(paths).toEqual([path])
})

it('offers the undo again after it failed', async () => {
  const { paths, end } = show()
  const button = screen.getByRole('button', { name: '恢复原来的：对虾过敏' }) as HTMLButtonElement
  fireEvent.click(button)
  await end(false)
  await waitFor(() => expect(button.disabled).toBe(false))
  fireEvent.click(button)
  await waitFor(() => expect(paths.length).toBe(2))
})

it('saves a change only once for Enter and the loss of the focus', async () => {
  const { paths, end } = show()
  fireEvent.click(screen.getByRole('button', { name: '修改：对虾过敏' }))
  const input = screen.getByRole('textbox')
  fireEvent.change(input, { target: { value: '对蟹过敏' } })
  fireEvent.keyDown(input, { key: 'Enter' })
  fireEvent.blur(input)
  await end(true)
  expect(paths).toEqual(['/api/memory/edit'])
})
