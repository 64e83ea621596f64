import { I18nProvider } from '@lingui/react'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import type { Viewer } from '../viewer'
import { PageLinks } from './links'
import type { PDFDocumentProxy, PDFPageProxy } from './open'

afterEach(() => vi.unstubAllGlobals())

const link = (id: string, url: string) => ({ id, subtype: 'Link', rect: [0, 0, 10, 10], url })
const page = {
  rotate: 0,
  getAnnotations: async () => [link('a', 'https://evil.example/?q=1'), link('b', 'javascript:alert(1)')],
  getViewport: () => ({ width: 100, height: 100, convertToViewportPoint: (x: number, y: number) => [x, y] }),
} as unknown as PDFPageProxy

it('shows where a link of a PDF leads before it is followed', async () => {
  const open = vi.fn()
  vi.stubGlobal('open', open)
  render(
    <I18nProvider i18n={i18n}>
      <PageLinks pdf={{} as PDFDocumentProxy} page={page} rotation={0} viewer={{} as Viewer} />
    </I18nProvider>,
  )
  const anchor = await screen.findByRole('link')
  expect(screen.getAllByRole('link')).toHaveLength(1)
  // The default action is prevented, so the browser does not follow the link.
  expect(fireEvent.click(anchor)).toBe(false)
  expect(open).not.toHaveBeenCalled()
  await screen.findByText(/evil\.example？|evil\.example\?/)
  fireEvent.click(screen.getByRole('button', { name: '打开' }))
  expect(open).toHaveBeenCalledWith('https://evil.example/?q=1', '_blank', 'noopener,noreferrer')
  expect(screen.queryByRole('button', { name: '打开' })).toBeNull()
})
