import { expect, it } from 'vitest'
import { monthFrom, weeksOf } from './month'

it.each([
  ['2026-11', 6, '2026-11-01', 6, 30],
  ['2026-02', 4, '2026-02-01', 6, 28],
  ['2028-02', 5, '2028-02-01', 1, 29],
  ['2026-06', 5, '2026-06-01', 0, 30],
] as const)('%s', (month, _, first, place, days) => {
  const weeks = weeksOf(month)
  expect(weeks[0]![place]).toBe(first)
  expect(weeks.flat().filter(Boolean)).toHaveLength(days)
  for (const week of weeks) expect(week).toHaveLength(7)
})

it.each([
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-11', 0, '2026-11'],
])('%s and %i', (month, by, want) => expect(monthFrom(month, by)).toBe(want))
