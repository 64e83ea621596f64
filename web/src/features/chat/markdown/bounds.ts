// Limits of rendering, so that no text can block the page. The server has similar limits for exported files
// (internal/markdown).

/** Maximum length of one text rendered as Markdown, in characters; an answer may have several texts. */
export const MAX_TEXT = 400_000
/** Maximum length of a block, in characters. */
const MAX_BLOCK = 60_000
const MAX_COLUMNS = 100
const MAX_CELLS = 20_000
/**
 * Maximum number of markup characters, such as * and [, in one paragraph. The parser may compare each markup
 * character with all others.
 */
const MAX_MARKS = 1_000
/** Maximum number of quote and bullet markers at the start of a line. */
const MAX_NESTING = 40
/** Maximum length of the spaces and markers at the start of a line, in characters. */
const MAX_INDENT = 200
/** Maximum number of formulas per text, counted by their delimiters. */
const MAX_FORMULAS = 2_000

const FENCE = /^[\s>]*(`{3,}|~{3,})/
const DELIMITER = /^[\s>]*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/
const BULLET = /^[\s>]*[-*+]\s/
const ORDERED = /^[\s>]*(\d{1,9})[.)]\s/
const LEADING = /^(?:[\s>]|[-*+](?=\s)|\d{1,9}[.)](?=\s))*/

/** The remaining limits of one text. */
export class Budget {
  #text = MAX_TEXT
  #cells = MAX_CELLS
  #formulas = MAX_FORMULAS

  /**
   * Whether a block may be parsed as Markdown; otherwise its source is shown. The size of an
   * allowed block is deducted from the limits.
   */
  allows(block: string): boolean {
    if (block.length > this.#text || block.length > MAX_BLOCK) return false
    const size = sizeOf(block)
    if (!size || size.cells > this.#cells || size.formulas > this.#formulas) return false
    this.#text -= block.length
    this.#cells -= size.cells
    this.#formulas -= size.formulas
    return true
  }
}

/** The approximate number of table cells and formulas in a block. null if the block exceeds a limit, for
 * example the limit on columns. */
function sizeOf(block: string): { cells: number; formulas: number } | null {
  let cells = 0
  let formulas = 0
  let fence = ''
  let columns = 0
  let marks = 0
  let ordered = false
  let fresh = true
  for (const line of block.split('\n')) {
    const mark = FENCE.exec(line)?.[1]
    if (fence || mark) {
      if (!fence) fence = mark ?? ''
      else if (mark?.startsWith(fence) && line.trim() === mark) fence = ''
      marks = 0
      continue
    }
    const leading = LEADING.exec(line)![0]
    if (leading.length > MAX_INDENT || leading.replace(/[\s\d.)]/g, '').length > MAX_NESTING) return null
    const blank = !line.trim()
    const bullet = BULLET.test(line)
    const number = ORDERED.exec(line)?.[1]
    // A numbered line inside a paragraph starts a list only if its number is 1.
    ordered = number ? ordered || fresh || number === '1' : ordered && !blank && !bullet
    const starts = bullet || (ordered && number !== undefined)
    fresh = blank
    if (blank) columns = 0
    else if (line.includes('-') && DELIMITER.test(line)) {
      columns = Math.max(columns, columnsOf(line))
      cells += columns
      if (columns > MAX_COLUMNS) return null
    }
    cells += columns
    if (cells > MAX_CELLS) return null
    if (blank || starts || columns > 0) marks = 0
    const signs = line.match(/[*_~[\]<`$\\!&@]/g)
    marks += signs?.length ?? 0
    if (marks > MAX_MARKS) return null
    formulas += line.match(/\$|\\\(/g)?.length ?? 0
  }
  return { cells, formulas: formulas / 2 }
}

/** The number of columns in the delimiter row of a table. */
function columnsOf(delimiter: string): number {
  return delimiter.replace(/^[\s>]*\|?|\|?\s*$/g, '').split('|').length
}
