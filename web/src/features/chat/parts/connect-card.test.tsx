import { I18nProvider } from '@lingui/react'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useSession } from '@/features/session'
import { i18n } from '@/i18n'
import ConnectCard from './connect-card'

const nobody = { userId: '', name: '', avatar: '', role: 0, status: 0 }
afterEach(() => useSession.setState({ who: nobody }))

const show = () =>
  render(
    <I18nProvider i18n={i18n}>
      <ConnectCard />
    </I18nProvider>,
  )

it('leads an administrator to the models', () => {
  useSession.setState({ who: { ...nobody, userId: 'a', role: 1, status: 1 } })
  show()
  act(() => fireEvent.click(screen.getByRole('button', { name: '接入模型' })))
  expect(location.pathname).toBe('/setting/model')
})

it('says to everybody else who can', () => {
  show()
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText(/只有管理员能接入模型/)).toBeTruthy()
})
