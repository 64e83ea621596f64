import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import { UserArea } from './user-area'

const failures = vi.hoisted(() => [new TypeError('Failed to fetch dynamically imported module')])
const loaded = vi.hoisted(() => vi.fn())
vi.mock('./user-entries', async () => {
  const failure = failures.pop()
  if (failure) throw failure
  loaded()
  return { userEntries: () => [{ id: 'setting', label: '设置', onSelect: () => {} }] }
})
vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 0, data: { list: [] } })))
afterEach(() => vi.unstubAllGlobals())

it('has its menu also after the first fetch of its code has failed', async () => {
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <UserArea floating={false} onHelp={() => {}} />
      </QueryClientProvider>
    </I18nProvider>,
  )
  await waitFor(() => expect(loaded).toHaveBeenCalledOnce())
  fireEvent.click(screen.getByRole('button', { expanded: false }))
  expect(await screen.findByRole('menuitem', { name: '设置' })).toBeTruthy()
})
