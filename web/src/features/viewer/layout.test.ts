import { describe, expect, it } from 'vitest'
import { anchorAt, evenWindow, indexAt, mostVisible, offsetsOf, scrollOf, windowOf } from './layout'

const sizes = [100, 200, 50, 100]
const offsets = offsetsOf(sizes, 10, 5)

it('lines up sizes with gaps between and room around', () => {
  expect(offsets).toEqual([5, 115, 325, 385, 490])
  expect(offsetsOf([], 10, 5)).toEqual([10])
})

it.each([
  [0, 0],
  [5, 0],
  [114, 0],
  [115, 1],
  [324, 1],
  [384, 2],
  [1e9, 3],
])('at %i stands %i', (at, want) => expect(indexAt(offsets, at)).toBe(want))

describe('window', () => {
  it('holds what is seen', () => {
    expect(windowOf(offsets, 0, 100)).toEqual({ first: 0, last: 0 })
    expect(windowOf(offsets, 110, 330)).toEqual({ first: 0, last: 2 })
    expect(windowOf(offsets, 330, 340, 20)).toEqual({ first: 1, last: 2 })
    expect(windowOf(offsets, -50, 1e9)).toEqual({ first: 0, last: 3 })
    expect(windowOf(offsetsOf([]), 0, 100)).toEqual({ first: 0, last: -1 })
  })

  it('stays small in a file of 10,000 pages', () => {
    const many = new Array<number>(10_000).fill(1000)
    const { first, last } = windowOf(offsetsOf(many, 12, 12), 5_000_000, 5_000_900, 900)
    expect(last - first).toBeLessThanOrEqual(4)
    expect(first).toBeGreaterThan(4900)
  })
})

it('windows a million rows by arithmetic alone', () => {
  expect(evenWindow(1_000_000, 30, 3_000_000, 3_000_600)).toEqual({ first: 100_000, last: 100_019 })
  expect(evenWindow(1_000_000, 30, 0, 600, 90)).toEqual({ first: 0, last: 22 })
  expect(evenWindow(5, 30, 0, 600)).toEqual({ first: 0, last: 4 })
  expect(evenWindow(5, 30, 9000, 9600)).toEqual({ first: 4, last: 4 })
  expect(evenWindow(0, 30, 0, 600).last).toBe(-1)
})

describe('anchor', () => {
  it('keeps the point under the pointer when everything doubles', () => {
    const double = sizes.map((s) => 2 * s)
    const anchor = anchorAt(offsets, sizes, 150, 40) // 75 px below the top of the second item
    expect(anchor).toEqual({ index: 1, part: 0.375, shift: 40 })
    const grown = offsetsOf(double, 10, 5)
    expect(scrollOf(grown, double, anchor)).toBe(grown[1]! + 150 - 40)
  })

  it('keeps the place when a size above turns out otherwise', () => {
    const anchor = anchorAt(offsets, sizes, 325, 0)
    const other = [400, 200, 50, 100]
    expect(scrollOf(offsetsOf(other, 10, 5), other, anchor)).toBe(325 + 300)
  })

  it('never scrolls above the beginning', () => {
    expect(scrollOf(offsets, sizes, { index: 0, part: 0, shift: 400 })).toBe(0)
  })
})

it('names the page that takes most of the window', () => {
  expect(mostVisible(offsets, sizes, 0, 130)).toBe(0)
  expect(mostVisible(offsets, sizes, 80, 300)).toBe(1)
  expect(mostVisible(offsets, sizes, 320, 490)).toBe(3)
  // If two items are equally visible, the first one counts.
  expect(mostVisible([0, 110, 210], [100, 100], 0, 210)).toBe(0)
})
