import { I18nProvider } from '@lingui/react'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { activateLocale, addCatalogue, i18n } from '@/i18n'
import { AddForm } from './add-form'

beforeAll(async () => {
  await activateLocale('zh-CN')
  await addCatalogue('memory')
})
afterEach(() => vi.unstubAllGlobals())

it('adds a text only once when Enter is pressed twice, and again after a failure', async () => {
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    bodies.push(JSON.parse(String(init.body)))
    return new Response(JSON.stringify({ code: 0 }))
  })
  const running: ((ok: boolean) => void)[] = []
  const change = async (call: () => Promise<unknown>) => {
    await call()
    return new Promise<boolean>((resolve) => running.push(resolve))
  }
  const end = async (ok: boolean) => {
    await waitFor(() => expect(running.length).toBe(1))
    await act(async () => running.shift()?.(ok))
  }
  render(
    <I18nProvider i18n={i18n}>
      <AddForm change={change} hint="" className="" />
    </I18nProvider>,
  )
  const input = screen.getByRole('textbox') as HTMLInputElement
  fireEvent.change(input, { target: { value: ' 住在杭州 ' } })
  const form = input.form as HTMLFormElement
  fireEvent.submit(form)
  fireEvent.submit(form)
  await end(false)
  expect(bodies).toEqual([{ text: '住在杭州' }])
  expect(input.value).toBe(' 住在杭州 ')
  fireEvent.submit(form)
  await end(true)
  expect(bodies.length).toBe(2)
  expect(input.value).toBe('')
})
