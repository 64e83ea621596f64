import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n, t } from '@/i18n'
import { STUDIES } from '@/lib/address'
import { boot } from '@/lib/boot'
import { getGeneral } from '../state/calls'
import { Home } from './home'

vi.mock('../state/calls', async (real) => ({ ...(await real()), getGeneral: vi.fn() }))

function show(address: string | undefined) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <Home
          composer={null}
          offline={false}
          notice=""
          attached={false}
          onCard={() => {}}
          onDocument={() => {}}
          address={address}
        />
      </QueryClientProvider>
    </I18nProvider>,
  )
}
const list = () => screen.getByRole('list', { name: t('chat.home.cards') })

it('shows no cards that are replaced at once, and keeps their place', async () => {
  let answer!: (general: Awaited<ReturnType<typeof getGeneral>>) => void
  vi.mocked(getGeneral).mockReturnValue(
    new Promise((done) => {
      answer = done
    }),
  )
  show('/')
  expect(list().className).toContain('invisible')
  expect(list().children).toHaveLength(4)
  answer({ inspirations: [{ tag: 'goodQuestion', idx: 1, title: 'Why?' }] })
  await screen.findByText('Why?')
  expect(list().className).not.toContain('invisible')
})

it('shows the built-in cards when there are no others', async () => {
  vi.mocked(getGeneral).mockRejectedValue(new Error('down'))
  show('/')
  await waitFor(() => expect(list().className).not.toContain('invisible'))
  expect(list().children).toHaveLength(4)
})

it('does not lead out of a project', async () => {
  vi.mocked(getGeneral).mockRejectedValue(new Error('down'))
  const leading = () =>
    ['chat.home.pictures', 'chat.home.more'].filter((id) => screen.queryByText(t(id as 'chat.home.more')))
  show('/')
  expect(leading()).toHaveLength(2)
  cleanup()
  show(undefined)
  expect(leading()).toEqual([])
})

describe('the entry for research', () => {
  const entry = () => screen.queryByRole('button', { name: t('chat.mode.research') })

  beforeEach(() => {
    boot.features.research = true
    vi.mocked(getGeneral).mockRejectedValue(new Error('down'))
  })
  afterEach(() => {
    delete boot.features.research
    boot.container.flags.sessionDeepSearchEntry = true
  })

  it('stands on the start page', () => {
    show('/')
    expect(entry()).not.toBeNull()
  })

  it('is missing on its own page, in projects, and where the container has none', () => {
    show(STUDIES)
    expect(entry()).toBeNull()
    cleanup()
    show(undefined)
    expect(entry()).toBeNull()
    cleanup()
    boot.container.flags.sessionDeepSearchEntry = false
    show('/')
    expect(entry()).toBeNull()
  })
})
