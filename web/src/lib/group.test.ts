import { expect, it } from 'vitest'
import { groupByDate } from './group'

const now = new Date(2026, 10, 20, 9, 30)
const at = (...d: [number, number, number, number?, number?]) => new Date(...d).getTime()
const row = (id: string, lastRepliedAt: number, topAt = 0) => ({ id, lastRepliedAt, topAt })

it('groups by calendar day, not by hours passed', () => {
  const groups = groupByDate(
    [
      row('future', at(2026, 10, 21, 1)),
      row('midnight', at(2026, 10, 20, 0, 0)),
      row('last night', at(2026, 10, 19, 23, 59)),
      row('two days', at(2026, 10, 18)),
      row('seven', at(2026, 10, 13)),
      row('eight', at(2026, 10, 12)),
      row('thirty', at(2026, 9, 21)),
      row('thirty-one', at(2026, 9, 20)),
      row('last year', at(2025, 11, 31)),
    ],
    now,
  )
  expect(groups.map((g) => [g.key, g.items.map((i) => i.id)])).toEqual([
    ['today', ['future', 'midnight']],
    ['yesterday', ['last night']],
    ['week', ['two days', 'seven']],
    ['month', ['eight', 'thirty']],
    ['2026-10', ['thirty-one']],
    ['2025-12', ['last year']],
  ])
})

it('puts pinned rows first, the latest pin on top, whatever their age', () => {
  const groups = groupByDate([row('new', now.getTime()), row('a', 1, 100), row('b', 2, 200)], now)
  expect(groups.map((g) => [g.key, g.items.map((i) => i.id)])).toEqual([
    ['top', ['b', 'a']],
    ['today', ['new']],
  ])
})

it('gives no empty groups', () => expect(groupByDate([], now)).toEqual([]))
