import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { t } from '@/i18n'
import { toast } from '@/ui/toast'
import type { Driver } from './model'
import { foldText } from './text/fold'
import { Viewer } from './viewer'

vi.mock('@/ui/toast')

const pages = [
  '第一页，半亩方塘',
  '第二页，天光云影共徘徊',
  '第三页，问渠那得清如许，为有源头',
  '活水来，第四页',
]

/** A view that, like the real views, renders a place when the viewer scrolls to the place. */
class Fake implements Driver {
  count = pages.length
  scroller = document.createElement('div')
  scrolled: number[] = []
  private readonly undo = new Map<number, () => void>()
  constructor(private readonly viewer: Viewer) {}
  textOf = vi.fn(async (place: number) => foldText(pages[place - 1]!))
  placeOf = (unit: number) => unit
  unitOf = (place: number) => place
  scrollTo = (place: number) => {
    this.scrolled.push(place)
    queueMicrotask(() => this.draw(place))
  }
  draw(place: number) {
    if (this.undo.has(place)) return
    const root = document.createElement('section')
    root.innerHTML = Array.from(pages[place - 1]!, (c) => `<span>${c}</span>`).join('')
    document.body.append(root)
    this.undo.set(place, this.viewer.attach(place, root))
  }
  drop(place: number) {
    this.undo.get(place)?.()
    this.undo.delete(place)
  }
}

/** jsdom does not paint, so the ranges of each kind of mark are recorded. */
const painted = new Map<string, Set<Range>>()
const words = (layer: string) => [...(painted.get(`viewer-${layer}`) ?? [])].map(String).sort()

beforeEach(() => {
  painted.clear()
  document.body.replaceChildren()
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
  class FakeHighlight extends Set<Range> {
    priority = 0
  }
  vi.stubGlobal('Highlight', FakeHighlight)
  vi.stubGlobal('CSS', { highlights: painted, supports: () => false })
})
afterEach(() => vi.unstubAllGlobals())

const open = () => {
  const viewer = new Viewer()
  const driver = new Fake(viewer)
  return { viewer, driver, done: viewer.use(driver) }
}

it('waits with its errands until the view is there', async () => {
  const viewer = new Viewer()
  viewer.goTo(2, '天光云影')
  const driver = new Fake(viewer)
  expect(viewer.state.phase).toBe('loading')
  viewer.use(driver)
  expect(viewer.state).toMatchObject({ phase: 'ready', count: 4 })
  await waitFor(() => expect(words('quote')).toEqual(['天光云影']))
  expect(driver.scrolled[0]).toBe(2)
})

it('marks a quote on both places that it stands on, and the second as soon as it is drawn', async () => {
  const { viewer, driver } = open()
  viewer.goTo(3, '为有源头活水来')
  await waitFor(() => expect(words('quote')).toEqual(['为有源头']))
  driver.draw(4)
  expect(words('quote')).toEqual(['为有源头', '活水来'])
  driver.drop(3)
  expect(words('quote')).toEqual(['活水来'])
  viewer.goTo(1)
  expect(words('quote')).toEqual([])
})

it('says when a quote stands elsewhere, and when nowhere', async () => {
  const { viewer } = open()
  viewer.goTo(1, '问渠那得清如许')
  await waitFor(() => expect(viewer.state.notice).toEqual({ kind: 'elsewhere', place: 3 }))
  viewer.goTo(1, '从来没有出现过的一句话')
  expect(viewer.state.notice).toBeNull()
  await waitFor(() => expect(viewer.state.notice).toEqual({ kind: 'missing' }))
  viewer.goTo(2, '从来没有出现过的一句话', { quiet: true })
  await new Promise((r) => setTimeout(r, 20))
  expect(viewer.state.notice).toEqual({ kind: 'missing' })
})

it('keeps to the last of two errands', async () => {
  const { viewer, driver } = open()
  viewer.goTo(3, '问渠那得')
  viewer.goTo(2, '天光云影')
  await waitFor(() => expect(words('quote')).toEqual(['天光云影']))
  await new Promise((r) => setTimeout(r, 20))
  expect(words('quote')).toEqual(['天光云影'])
  expect(driver.scrolled.at(-1)).toBe(2)
})

it('enlarges a fitted page whose quote is too small to read, and leaves a chosen size alone', async () => {
  Range.prototype.getClientRects = () => [{ height: 6, top: 0, left: 0, width: 90 }] as unknown as DOMRectList
  const { viewer, driver } = open()
  viewer.set({ scale: 0.5 })
  viewer.goTo(2, '天光云影')
  await waitFor(() => expect(words('quote')).toEqual(['天光云影']))
  expect(viewer.state.zoom).toBe('auto')
  Object.assign(driver, { zooms: true })
  viewer.goTo(2, '天光云影')
  await waitFor(() => expect(viewer.state.zoom).toBe(1.25))
  expect(viewer.chosenZoom).toBe('auto')
  viewer.set({ zoom: 0.75, scale: 0.75 })
  viewer.goTo(3, '问渠那得')
  await waitFor(() => expect(words('quote')).toEqual(['问渠那得']))
  await waitFor(() => expect(driver.scrolled.at(-1)).toBe(3))
  expect([viewer.state.zoom, viewer.chosenZoom]).toEqual([0.75, 0.75])
})

it.each(['width', 'page'] as const)('knows the chosen fit %s while a quote is enlarged', async (zoom) => {
  Range.prototype.getClientRects = () => [{ height: 6, top: 0, left: 0, width: 90 }] as unknown as DOMRectList
  const { viewer, driver } = open()
  Object.assign(driver, { zooms: true })
  viewer.set({ zoom, scale: 0.5 })
  viewer.goTo(2, '天光云影')
  await waitFor(() => expect(viewer.state.zoom).toBe(1.25))
  expect(viewer.chosenZoom).toBe(zoom)
  viewer.set({ zoom: 1.25 })
  expect(viewer.chosenZoom).toBe(1.25)
})

it('stays within the file', () => {
  const { viewer, driver } = open()
  viewer.goTo(99)
  viewer.goTo(-3)
  expect(driver.scrolled).toEqual([4, 1])
})

it('searches, marks what is drawn, steps, and cleans up', async () => {
  const { viewer, driver } = open()
  driver.draw(1)
  viewer.openFind('页')
  await waitFor(() => expect(viewer.state.find).toMatchObject({ total: 4, index: 1, done: true }))
  expect(words('now')).toEqual(['页'])
  await viewer.step(1)
  expect(viewer.state.find.index).toBe(2)
  await waitFor(() => expect(words('find').length).toBe(2))
  expect(words('now')).toEqual(['页'])
  viewer.closeFind()
  expect([words('find'), words('now')]).toEqual([[], []])
  expect(viewer.state.find).toMatchObject({ open: false, words: '页' })
})

it('tells that a search has failed, and searches again at the next try', async () => {
  const { viewer, driver } = open()
  driver.textOf.mockRejectedValue(new TypeError('Failed to fetch'))
  viewer.openFind('页')
  await waitFor(() => expect(toast).toHaveBeenCalledExactlyOnceWith(t('error.network'), { kind: 'error' }))
  expect(viewer.state.find).toMatchObject({ open: true, words: '', total: 0 })
  viewer.search('云影')
  await viewer.step(1)
  await waitFor(() => expect(viewer.state.find.words).toBe(''))
  await waitFor(() => expect(toast).toHaveBeenCalledTimes(2))
  driver.textOf.mockImplementation(async (place) => foldText(pages[place - 1]!))
  viewer.search('页')
  await waitFor(() => expect(viewer.state.find).toMatchObject({ words: '页', total: 4, done: true }))
})

it('paints highlights, tells which one is under a point, and forgets them', async () => {
  const { viewer, driver } = open()
  driver.draw(2)
  viewer.setHighlights([
    { id: 'a', unit: 2, quote: '天光云影', color: 'green' },
    { id: 'b', unit: 2, quote: '共徘徊', color: 'pink' },
  ])
  await waitFor(() => expect([words('green'), words('pink')]).toEqual([['天光云影'], ['共徘徊']]))
  Range.prototype.getClientRects = function (this: Range) {
    const left = String(this) === '共徘徊' ? 100 : 0
    return [{ left, right: left + 50, top: 0, bottom: 10 }] as unknown as DOMRectList
  }
  expect(viewer.highlightAt(120, 5)).toBe('b')
  expect(viewer.highlightAt(20, 5)).toBe('a')
  expect(viewer.highlightAt(20, 50)).toBeUndefined()
  viewer.setHighlights([])
  expect([words('green'), words('pink')]).toEqual([[], []])
})

it('reads no place for highlights that are far away', async () => {
  const { viewer, driver } = open()
  driver.draw(1)
  viewer.setHighlights([{ id: 'far', unit: 4, quote: '活水来', color: 'blue' }])
  await new Promise((r) => setTimeout(r, 20))
  expect(driver.textOf).not.toHaveBeenCalled()
  driver.draw(4)
  await waitFor(() => expect(words('blue')).toEqual(['活水来']))
})
