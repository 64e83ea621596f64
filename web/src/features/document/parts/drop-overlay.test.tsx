import { I18nProvider } from '@lingui/react'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import { FakeServer } from '../testing/server'
import { DropOverlay } from './drop-overlay'

afterEach(() => vi.unstubAllGlobals())

it('names the configured limits', async () => {
  const server = new FakeServer()
  server.answers['/api/info/general'] = () => ({ documentConfig: { singleFileMaxSize: 20 << 20 } })
  render(
    <I18nProvider i18n={i18n}>
      <DropOverlay />
    </I18nProvider>,
  )
  expect((await screen.findByText(/20\sMB/)).textContent?.match(/\d+/g)).toEqual(['20', '20'])
})
