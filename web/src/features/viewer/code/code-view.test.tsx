import { I18nProvider } from '@lingui/react'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import type { DocView } from '../types'
import { Viewer } from '../viewer'
import CodeView from './code-view'
import type { readText } from './source'

const virtual = vi.hoisted(() => ({
  measure: () => {},
  scrollToIndex: vi.fn(),
  getTotalSize: () => 0,
  getVirtualItems: () => [],
  range: null,
}))
vi.mock('@tanstack/react-virtual', () => ({ useVirtualizer: () => virtual }))

const arrived = vi.hoisted(() => ({ tell: (() => {}) as Parameters<typeof readText>[1] }))
vi.mock('./source', () => ({
  SHOWN_MAX: 1,
  readText: async (_: string, tell: typeof arrived.tell) => {
    arrived.tell = tell
  },
}))

/** A piece of the file arrives: the file now has this number of lines. */
const arrive = (lines: number, done = false) => act(() => arrived.tell('x\n'.repeat(lines), done, done))
const doc = { id: 'f1', fileName: '日志.txt', docType: 'txt', units: 1, url: '' } as DocView

function open(unit: number) {
  const start = { unit, part: 0, zoom: 'auto', rotation: 0 } as const
  const viewer = new Viewer(start)
  render(
    <I18nProvider i18n={i18n}>
      <CodeView doc={doc} viewer={viewer} start={start} />
    </I18nProvider>,
  )
  return viewer
}

beforeEach(() => virtual.scrollToIndex.mockClear())

it('restores a position as soon as its part of the file has arrived', () => {
  const viewer = open(50)
  arrive(2000) // 50 groups of lines: the window below the position would not be full
  expect(virtual.scrollToIndex).not.toHaveBeenCalled()
  arrive(4000)
  expect(virtual.scrollToIndex).toHaveBeenCalledExactlyOnceWith(49, { align: 'start' })
  expect(viewer.at).toEqual({ unit: 50, part: 0 })
  arrive(6000, true)
  expect(virtual.scrollToIndex).toHaveBeenCalledOnce()
})

it('restores a position at the end of the file', () => {
  open(50)
  arrive(2000, true)
  expect(virtual.scrollToIndex).toHaveBeenCalledExactlyOnceWith(49, { align: 'start' })
})

it('does not move a reader who has scrolled before', () => {
  open(50)
  arrive(400)
  fireEvent.scroll(screen.getByRole('document'))
  arrive(4000, true)
  expect(virtual.scrollToIndex).not.toHaveBeenCalled()
})

it('shows a requested place, not the stored position', () => {
  const viewer = open(50)
  viewer.goTo(1)
  arrive(4000, true)
  expect(virtual.scrollToIndex.mock.lastCall).toEqual([0, { align: 'start' }])
})
