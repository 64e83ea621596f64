import { I18nProvider } from '@lingui/react'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import type { DocView } from '../types'
import { Viewer } from '../viewer'
import SheetView from './sheet-view'

const doc = { id: 'f1', fileName: '表.xlsx', units: 2, unitKind: 'sheet' } as DocView

/** Lets the server answer the request for the second sheet. */
let answer: () => void

beforeEach(() => {
  const second = new Promise<void>((resolve) => {
    answer = resolve
  })
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const { from } = JSON.parse(String(init.body)) as { from: number }
    if (from === 2) await second
    const rows = [[from === 1 ? '甲' : '乙']]
    const blocks = [{ kind: 'table', text: '', first: 1, rows }]
    return new Response(JSON.stringify({ units: [{ number: from, kind: 'sheet', name: '', blocks }] }))
  })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  Element.prototype.scrollTo = () => {}
})
afterEach(() => vi.unstubAllGlobals())

async function open() {
  const viewer = new Viewer()
  render(
    <I18nProvider i18n={i18n}>
      <SheetView doc={doc} viewer={viewer} />
    </I18nProvider>,
  )
  await screen.findByRole('cell', { name: '甲' })
  return viewer
}

it('shows a sheet that a search reads at the same time', async () => {
  const viewer = await open()
  fireEvent.click(screen.getAllByRole('tab')[1]!)
  act(() => viewer.openFind('乙'))
  answer()
  expect(await screen.findByRole('cell', { name: '乙' })).toBeTruthy()
})

it('keeps the highlight of a cell that is also a hit', async () => {
  const viewer = await open()
  const cell = () => screen.getByRole('cell', { name: '甲' })
  act(() => viewer.setHighlights([{ id: 'h1', unit: 1, quote: '甲', color: 'green' }]))
  await waitFor(() => expect(cell().className).toContain('mark-green'))
  act(() => viewer.openFind('甲'))
  await waitFor(() => expect(cell().className).toContain('mark-now'))
  expect(cell().dataset.highlight).toBe('h1')
})
