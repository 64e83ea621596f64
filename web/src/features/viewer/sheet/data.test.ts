import { describe, expect, it } from 'vitest'
import { foldText } from '../text/fold'
import { locate } from '../text/locate'
import type { Unit } from '../types'
import { columnName, SheetText, sheetOf } from './data'

const table = (first: number, rows: string[][]) => ({ kind: 'table' as const, text: '', first, rows })
const unit = (...blocks: Unit['blocks']): Unit => ({ number: 1, kind: 'sheet', name: '销售', blocks })

const sales = unit(
  table(1, [
    ['大区', '金额', '备注'],
    ['华东', '1,200.50', ''],
    ['华南', '980', '含退货'],
  ]),
  table(501, [['合计', '2,180.50', '', '右端']]),
  { kind: 'note', text: '单位：万元' },
)

it('joins the stretches of a sheet and keeps its own row numbers', () => {
  const sheet = sheetOf(sales)
  expect(sheet.rows.map((r) => r[0])).toEqual(['大区', '华东', '华南', '合计'])
  expect(sheet.numbers).toEqual([1, 2, 3, 501])
  expect(sheet.columns).toBe(4)
  expect(sheet.figures).toEqual([false, true, false, false])
  expect(sheet.beside.map((b) => b.text)).toEqual(['单位：万元'])
})

it('keeps the figures of a chart beside the rows', () => {
  const chart = { kind: 'table' as const, text: '去年\t7', rows: [['去年', '7']] }
  const sheet = sheetOf(unit(table(1, [['a', '1']]), { kind: 'caption', text: '去年同期' }, chart))
  expect(sheet.numbers).toEqual([1])
  expect(sheet.beside.map((b) => b.kind)).toEqual(['caption', 'table'])
})

it('counts on where a stretch does not say its first row', () => {
  const sheet = sheetOf(
    unit({ kind: 'table', text: '', rows: [['a'], ['b']] }, { kind: 'table', text: '', rows: [['c']] }),
  )
  expect(sheet.numbers).toEqual([1, 2, 3])
})

it('gives a long text more room, up to a limit', () => {
  const { widths } = sheetOf(unit(table(1, [['a', '很长'.repeat(8), '很长'.repeat(80)]])))
  expect(widths[0]).toBe(64)
  expect(widths[1]).toBeGreaterThan(200)
  expect(widths[2]).toBe(320)
})

it.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [701, 'ZZ'],
  [702, 'AAA'],
])('column %i is %s', (index, want) => expect(columnName(index)).toBe(want))

describe('words of a sheet', () => {
  const sheet = sheetOf(sales)
  const text = new SheetText(sheet)
  const cells = (quote: string) =>
    text.cells(locate(text.text, quote)!).map((c) => sheet.rows[c.row]![c.column])

  it('leads back to the cell', () => {
    expect(cells('含退货')).toEqual(['含退货'])
    expect(cells('980')).toEqual(['980'])
    expect(text.cells(locate(text.text, '右端')!)).toEqual([{ row: 3, column: 3 }])
  })

  it('finds a row that is quoted as a line', () => {
    expect(cells('华南\t980\t含退货')).toEqual(['华南', '980', '含退货'])
  })

  it('passes over empty cells', () => {
    expect(cells('1,200.50\t\n华南')).toEqual(['1,200.50', '华南'])
  })

  it('has the words of all cells in their order', () => {
    expect(text.text).toBe(foldText(sheet.rows.flat().join('')))
  })
})
