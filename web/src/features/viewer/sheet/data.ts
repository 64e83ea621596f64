import { foldText, type Span } from '../text/fold'
import type { Block, Unit } from '../types'

/** The data of one sheet for rendering. */
export interface SheetData {
  name: string
  rows: string[][]
  /** For each of `rows`, its row number in the sheet, from 1. */
  numbers: number[]
  columns: number
  /** Whether a column contains mostly numbers; such a column is right-aligned. */
  figures: boolean[]
  /** Suitable widths of the columns, in pixels. */
  widths: number[]
  /** Content outside the cells, for example comments, text boxes and the values of charts. */
  beside: Block[]
}

/** Number of rows from the top that determine a column's width and whether it contains mostly numbers. */
const SAMPLE = 200
const WIDTH_MIN = 64
const WIDTH_MAX = 320
const PADDING = 24

const FIGURE = /^[-+]?[¥￥$€£]?\s*[\d,]+(\.\d+)?\s*[%‰]?$/

/** Joins the tables of a sheet. Each table contains some consecutive rows. */
export function sheetOf(unit: Unit): SheetData {
  const rows: string[][] = []
  const numbers: number[] = []
  const beside: Block[] = []
  let counted = false
  for (const block of unit.blocks) {
    // After a table with a `first` row number, a table without `first` is content outside the cells, such as
    // the values of a chart.
    if (!block.rows || (counted && block.first === undefined)) {
      if (block.rows?.length || block.text) beside.push(block)
      continue
    }
    counted ||= block.first !== undefined
    const first = block.first ?? (numbers.at(-1) ?? 0) + 1
    block.rows.forEach((row, i) => {
      rows.push(row)
      numbers.push(first + i)
    })
  }
  let columns = 0
  for (const row of rows) columns = Math.max(columns, row.length)
  const widths: number[] = []
  const figures: boolean[] = []
  for (let c = 0; c < columns; c++) {
    let width = WIDTH_MIN
    let filled = 0
    let numeric = 0
    for (let r = 0; r < Math.min(rows.length, SAMPLE); r++) {
      const text = rows[r]![c] ?? ''
      if (!text) continue
      width = Math.max(width, Math.min(WIDTH_MAX, textWidth(text) + PADDING))
      if (r === 0) continue
      filled++
      if (FIGURE.test(text)) numeric++
    }
    widths.push(width)
    figures.push(filled > 0 && numeric / filled > 0.6)
  }
  return { name: unit.name ?? '', rows, numbers, columns, figures, widths, beside }
}

/** The approximate width of a text at 13 px; measuring thousands of cells would be slow. */
function textWidth(text: string): number {
  let width = 0
  for (const char of text.slice(0, 60)) width += char > '\u2e7f' ? 13.5 : 8.2
  return Math.ceil(width)
}

/** The name of a column by its index from 0: A, B … Z, AA. */
export function columnName(index: number): string {
  let name = ''
  for (let n = index; n >= 0; n = Math.floor(n / 26) - 1) name = String.fromCharCode(65 + (n % 26)) + name
  return name
}

/** A cell, by the indexes of its row and column in SheetData.rows, from 0. */
export interface Cell {
  row: number
  column: number
}

/** The text of a sheet for searching, and its mapping back to cells. */
export class SheetText {
  readonly text: string
  /** The start of each cell's text, row by row. */
  private readonly starts: number[] = []
  /** The index of the first cell of each row. */
  private readonly rowCells: number[] = []

  constructor({ rows }: SheetData) {
    const parts: string[] = []
    let length = 0
    for (const row of rows) {
      this.rowCells.push(this.starts.length)
      for (const cell of row) {
        const text = foldText(cell)
        this.starts.push(length)
        length += text.length
        parts.push(text)
      }
    }
    this.text = parts.join('')
  }

  /** The cells that contain a part of a span of the text. */
  cells({ start, end }: Span): Cell[] {
    const cells: Cell[] = []
    for (let i = last(this.starts, start); i < this.starts.length && this.starts[i]! < end; i++) {
      if ((this.starts[i + 1] ?? this.text.length) === this.starts[i]) continue // empty cells have no text to mark
      const row = last(this.rowCells, i)
      cells.push({ row, column: i - this.rowCells[row]! })
    }
    return cells
  }
}

/** The index of the last entry that is not larger than `value`. */
function last(sorted: number[], value: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (sorted[middle]! <= value) low = middle
    else high = middle - 1
  }
  return low
}
