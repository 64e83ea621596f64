import { foldText, type Span } from '../text/fold'
import type { Block, Unit } from '../types'

/** One sheet as it is drawn. */
export interface SheetData {
  name: string
  rows: string[][]
  /** The number of each row, as the sheet counts. */
  numbers: number[]
  columns: number
  /** Whether a column holds figures, which stand at the right. */
  figures: boolean[]
  /** Widths that suit the columns, in pixels. */
  widths: number[]
  /** What stands beside the cells: comments, text boxes, the figures of charts. */
  beside: Block[]
}

/** Rows that decide how wide a column is and whether it holds figures. */
const SAMPLE = 200
const WIDTH_MIN = 64
const WIDTH_MAX = 320
const PADDING = 24

const FIGURE = /^[-+]?[¥￥$€£]?\s*[\d,]+(\.\d+)?\s*[%‰]?$/

/** Joins the tables of a sheet, which come in stretches of rows. */
export function sheetOf(unit: Unit): SheetData {
  const rows: string[][] = []
  const numbers: number[] = []
  const beside: Block[] = []
  let counted = false
  for (const block of unit.blocks) {
    // Behind rows of the sheet, a table that does not say where it stands is none of them.
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

/** About how wide a text is at 13 px; measuring thousands of cells would be felt. */
function textWidth(text: string): number {
  let width = 0
  for (const char of text.slice(0, 60)) width += char > '\u2e7f' ? 13.5 : 8.2
  return Math.ceil(width)
}

/** The name of a column: A, B … Z, AA. From 0. */
export function columnName(index: number): string {
  let name = ''
  for (let n = index; n >= 0; n = Math.floor(n / 26) - 1) name = String.fromCharCode(65 + (n % 26)) + name
  return name
}

/** A cell, by its place among the drawn rows and columns, from 0. */
export interface Cell {
  row: number
  column: number
}

/** The words of a sheet as they are searched, and the way back to its cells. */
export class SheetText {
  readonly text: string
  /** Where each cell begins, row after row. */
  private readonly starts: number[] = []
  /** The first cell of each row. */
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

  /** The cells on which a stretch of the text stands. */
  cells({ start, end }: Span): Cell[] {
    const cells: Cell[] = []
    for (let i = last(this.starts, start); i < this.starts.length && this.starts[i]! < end; i++) {
      if ((this.starts[i + 1] ?? this.text.length) === this.starts[i]) continue // empty cells say nothing
      const row = last(this.rowCells, i)
      cells.push({ row, column: i - this.rowCells[row]! })
    }
    return cells
  }
}

/** The last entry that is not larger. */
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
