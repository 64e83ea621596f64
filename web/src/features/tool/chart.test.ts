import { describe, expect, it } from 'vitest'
import {
  baseOf,
  type Chart,
  chartOf,
  colourOf,
  csvOf,
  fitted,
  kinds,
  rowsOf,
  scaleOf,
  stopsOf,
  tickText,
  valueText,
} from './chart'
import { barPath, barsOf, isBars, nearest, plotOf, runsOf, slicesOf, yOf } from './plot'

const chart = (of: Partial<Record<keyof Chart, unknown>> = {}): Chart => {
  const c = chartOf({ kind: 'bar', labels: ['甲', '乙'], series: [{ values: [3, null] }], ...of })
  if (!c) throw new Error('no chart')
  return c
}

const points = (n: number) => ({ values: Array(n).fill(1), x: Array(n).fill(1) })

describe('a card’s data', () => {
  it.each([
    null,
    7,
    [],
    { kind: 'radar', labels: ['a'], series: [{ values: [1] }] },
    { kind: 'bar', labels: ['a'], series: [] },
    { kind: 'bar', labels: ['a', 'b'], series: [{ values: [1] }] },
    { kind: 'bar', labels: ['a'], series: [{ values: ['1'] }] },
    { kind: 'bar', labels: ['a'], series: [{ values: [Number.NaN] }] },
    { kind: 'bar', labels: Array(201).fill('a'), series: [{ values: Array(201).fill(1) }] },
    { kind: 'bar', labels: ['a'], series: Array(9).fill({ values: [1] }) },
    { kind: 'pie', labels: ['a'], series: [{ values: [1] }, { values: [1] }] },
    { kind: 'scatter', series: [{ values: [1, 2], x: [1] }] },
  ])('%j cannot be drawn', (data) => expect(chartOf(data)).toBeNull())

  it('has at most 800 values, of all series together', () => {
    const bars = (n: number) => ({
      kind: 'bar',
      labels: Array(n).fill('a'),
      series: Array(8).fill(points(n)),
    })
    expect(chartOf({ kind: 'scatter', series: [points(400), points(400)] })).not.toBeNull()
    expect(chartOf({ kind: 'scatter', series: [points(400), points(401)] })).toBeNull()
    expect(chartOf(bars(100))).not.toBeNull()
    expect(chartOf(bars(101))).toBeNull()
  })

  it('keeps texts as texts', () => {
    expect(chart({ title: '<img src=x onerror=alert(1)>', labels: [{}, 5] }).labels).toEqual(['', ''])
  })
})

it.each([
  [[0, 7], true, 0, 8],
  [[3, 24_100], true, 0, 30_000],
  [[98, 103], false, 98, 104],
  [[5, 100], false, 0, 100],
  [[-12, 30], true, -20, 40],
  [[-8, -3], true, -8, 0],
  [[0, 0], true, 0, 1],
  [[0.00012, 0.0003], true, 0, 0.0003],
  [[1e15, 1e15], true, 0, 1e15],
] as const)('the scale of %j', (values, zero, min, max) => {
  const s = scaleOf(values, zero)
  expect(s.min).toBeLessThanOrEqual(Math.min(...values))
  expect(s.max).toBeGreaterThanOrEqual(Math.max(...values))
  expect(s.ticks.length).toBeGreaterThan(1)
  expect(s.ticks.length).toBeLessThan(9)
  if (max < 1e9) expect([s.min, s.max]).toEqual([min, max])
})

it('writes numbers as each language does', () => {
  expect(valueText(1234567.891, 'zh-CN', '万元')).toBe('1,234,567.89 万元')
  expect(valueText(12.5, 'en', '%')).toBe('12.5%')
  expect(valueText(null, 'en')).toBe('–')
  expect(valueText(0.000123, 'en')).toBe('0.000123')
  expect(tickText(30_000, 'zh-CN', '万元')).toBe('30,000')
  expect([tickText(9999, 'zh-CN'), tickText(25000, 'zh-CN'), tickText(25000, 'en')]).toEqual([
    '9,999',
    '2.5万',
    '25K',
  ])
})

it('cuts what is too long, never in half a character', () => {
  expect(fitted('浦东新区', 100)).toBe('浦东新区')
  expect(fitted('上海市浦东新区', 50)).toBe('上海市…')
  expect(fitted('👍👍👍', 20)).toMatch(/^(👍)*…$/u)
})

it('emphasises the line at zero, wherever it is on the axis', () => {
  const base = (values: number[], zero: boolean) => baseOf(scaleOf(values, zero))
  expect(base([3, 8], true)).toBe(0)
  expect(base([-3, 8], true)).toBe(0)
  expect(base([-3, -8], true)).toBe(0)
  expect(base([70, 80], false)).toBe(70)
  expect(base([-70, -80], false)).toBe(-80)
})

it('gives every series a colour of its own', () => {
  expect(new Set(Array.from({ length: 24 }, (_, i) => colourOf(i))).size).toBe(24)
})

it('goes through the values as a reader does', () => {
  const c = chart({
    series: [
      { name: '线上', values: [1, 2] },
      { name: '线下', values: [null, 4] },
    ],
  })
  expect(stopsOf(c).map((s) => [s.label, s.values.map((v) => v.value)])).toEqual([
    ['甲', [1]],
    ['乙', [2, 4]],
  ])
  const dots = chart({ kind: 'scatter', series: [{ name: '组', values: [1, null, 3], x: [10, 20, null] }] })
  expect(stopsOf(dots)).toHaveLength(1)
})

it('is a table, and a file that no spreadsheet executes', () => {
  const c = chart({
    x: '地区',
    unit: '元',
    labels: ['=1+1', '乙,"丙"'],
    series: [{ name: '收入', values: [3, null] }],
  })
  expect(rowsOf(c)).toEqual([
    ['地区', '收入 (元)'],
    ['=1+1', 3],
    ['乙,"丙"', null],
  ])
  expect(csvOf(rowsOf(c))).toBe('\uFEFF地区,收入 (元)\r\n\'=1+1,3\r\n"乙,""丙""",\r\n')
})

describe.each([390, 700])('on %i px', (width) => {
  it.each(kinds)('a %s chart stays inside', (kind) => {
    const labels = Array.from({ length: 12 }, (_, i) => `很长的名字第 ${i} 个`)
    const values = labels.map((_, i) => i * 37)
    const c = chart({ kind, labels, y: '金额', x: '名', series: [{ name: '一', values, x: values }] })
    if (kind === 'pie') {
      for (const s of slicesOf(values, 150, 150, 120)) expect(s.path).not.toContain('NaN')
      return
    }
    const p = plotOf(c, width, 290, 'zh-CN')
    expect(p.bottom - p.top).toBeGreaterThan(100)
    for (const b of isBars(c) ? barsOf(c, p) : []) {
      expect(b.x).toBeGreaterThanOrEqual(p.left - 1)
      expect(b.x + b.width).toBeLessThanOrEqual(p.right + 1)
      expect(b.y).toBeGreaterThanOrEqual(p.top - 1)
      expect(b.y + b.height).toBeLessThanOrEqual(p.bottom + 1)
      expect(barPath(b)).not.toContain('NaN')
    }
    expect(nearest(c, p, stopsOf(c), width * 2, 0)).toBeLessThan(12)
    if (kind !== 'scatter') expect(nearest(c, p, stopsOf(c), -5, 0)).toBe(0)
  })
})

it('leaves gaps in lines, and stacks sums', () => {
  const c = chart({ kind: 'line', labels: ['a', 'b', 'c'], series: [{ values: [1, null, 3] }] })
  expect(runsOf(c, plotOf(c, 400, 200, 'en'), 0).map((r) => r.length)).toEqual([1, 1])
  const s = chart({ kind: 'stacked', labels: ['a'], series: [{ values: [2] }, { values: [3] }] })
  const p = plotOf(s, 400, 200, 'en')
  const [first, second] = barsOf(s, p)
  expect(second!.y).toBeCloseTo(yOf(p, 5))
  expect(first!.y).toBeCloseTo(second!.y + second!.height)
})

it('draws a pie of one slice whole, and none of nothing', () => {
  expect(slicesOf([5], 0, 0, 10)).toHaveLength(1)
  expect(slicesOf([5, 0, null], 0, 0, 10)).toHaveLength(1)
  const shares = slicesOf([1, 2, 5], 0, 0, 10).map((s) => s.share)
  expect(shares.reduce((a, b) => a + b)).toBeCloseTo(1)
})
