import { expect, it } from 'vitest'
import { hueOf, initialOf } from '@/lib/initial'
import { breakLines } from './lines'

const wide = (s: string) => Array.from(s).reduce((n, c) => n + (c.charCodeAt(0) > 255 ? 2 : 1), 0)

it.each([
  ['周报助手', 20, 2, ['周报助手']],
  ['把零散的工作记录整理成周报', 10, 3, ['把零散的工', '作记录整理', '成周报']],
  ['把零散的工作记录整理成周报和总结', 10, 2, ['把零散的工', '作记录整…']],
  ['weekly report helper', 13, 3, ['weekly report', 'helper']],
  ['averyveryverylongword', 6, 2, ['averyv', 'eryv…']],
  ['  \n ', 10, 2, []],
  ['坚持一点点。', 10, 2, ['坚持一点', '点。']],
  ['他说“一点”。', 10, 2, ['他说“一', '点”。']],
  ['用 weekly，月', 9, 3, ['用', 'weekly，', '月']],
  ['see also here, too', 13, 2, ['see also', 'here, too']],
  ['。。。。', 2, 4, ['。', '。', '。', '。']],
] as const)('%s in %i', (text, width, most, want) => {
  expect(breakLines(text, width, most, wide)).toEqual(want)
})

it('keeps every line within the width, whatever the text', () => {
  for (const text of ['😀'.repeat(50), 'a b c '.repeat(40), '混合 text 与数字 12345 '.repeat(9)])
    for (const line of breakLines(text, 12, 4, wide)) expect(wide(line)).toBeLessThanOrEqual(12)
})

it('draws the same sign for the same name', () => {
  expect(initialOf(' weekly')).toBe('W')
  expect(initialOf('😀助手')).toBe('😀')
  expect(initialOf('')).toBe('')
  expect(hueOf('周报')).toBe(hueOf('周报'))
  for (const name of ['', '周报', 'a'.repeat(10_000)]) {
    expect(hueOf(name)).toBeGreaterThanOrEqual(0)
    expect(hueOf(name)).toBeLessThan(360)
  }
})
