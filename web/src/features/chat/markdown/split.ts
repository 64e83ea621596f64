/** A part of Markdown that is rendered separately. `key` is stable while the text grows. */
export interface Block {
  key: number
  text: string
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/
/** An incomplete line that may still become a list marker. */
const HALF_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)]?)$/
const INDENTED = /^(?: {2,}|\t)/
const CODE_LINE = /^(?: {4}|\t)/
/** HTML that continues over blank lines: how it begins and how it ends. Any other HTML ends at a blank line. */
const LONG_HTML: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [/^ {0,3}<(?:pre|script|style|textarea)(?=[\s>]|$)/i, /<\/(?:pre|script|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
]

/**
 * Cuts growing Markdown into top-level blocks at blank lines, so that a new piece of text re-renders the last block
 * only. A fence, indented code, HTML such as a comment, a formula between $$ or \[ \], and a list with its loose items
 * are never cut. Joining the blocks gives the text again. If a text does not begin with the earlier text, the splitter
 * starts again.
 */
export class Splitter {
  #text = ''
  #closed: Block[] = []
  /** Where the open block starts. */
  #from = 0
  /** Where the line scan continues: always a line start. */
  #at = 0
  #fence = ''
  #math = ''
  /** Matches the line that ends the open HTML; null if no HTML is open. */
  #html: RegExp | null = null
  #list = false
  /** Whether the open block is indented code, which continues over blank lines. */
  #code = false
  #blank = false

  /** All blocks of `text`; only the last block can still change. */
  push(text: string): Block[] {
    if (!text.startsWith(this.#text)) this.#reset()
    this.#text = text
    for (let end = text.indexOf('\n', this.#at); end >= 0; end = text.indexOf('\n', this.#at)) {
      this.#line(text.slice(this.#at, end))
      this.#at = end + 1
    }
    const tail = text.slice(this.#at)
    // The incomplete last line can already show that the block before it has ended.
    if (tail.trim() && !(this.#list && HALF_ITEM.test(tail)) && this.#cutsBefore(tail)) this.#cut()
    if (this.#from === text.length) return this.#closed
    return [...this.#closed, { key: this.#from, text: text.slice(this.#from) }]
  }

  #reset(): void {
    this.#closed = []
    this.#from = 0
    this.#at = 0
    this.#fence = ''
    this.#math = ''
    this.#html = null
    this.#list = false
    this.#code = false
    this.#blank = false
  }

  #line(line: string): void {
    if (this.#fence) {
      const mark = FENCE.exec(line.trimStart())?.[1]
      if (mark?.startsWith(this.#fence) && line.trim() === mark) this.#fence = ''
      return
    }
    if (this.#math) {
      if (line.includes(this.#math)) this.#math = ''
      return
    }
    if (this.#html) {
      if (this.#html.test(line)) this.#html = null
      return
    }
    if (!line.trim()) {
      this.#blank = this.#at > this.#from
      if (!this.#blank) this.#from = this.#at
      return
    }
    if (this.#cutsBefore(line)) this.#cut()
    this.#blank = false
    if (this.#at === this.#from) this.#code = CODE_LINE.test(line)
    if (LIST_ITEM.test(line)) this.#list = true
    const html = !this.#list && !this.#code && LONG_HTML.find(([begin]) => begin.test(line))
    if (html) {
      if (!html[1].test(line)) this.#html = html[1]
      return
    }
    const bare = line.trimStart().replace(/^(?:[-*+]|\d{1,9}[.)])\s+/, '')
    this.#fence = FENCE.exec(bare)?.[1] ?? ''
    if (bare.startsWith('$$') && !bare.slice(2).includes('$$')) this.#math = '$$'
    if (bare.startsWith('\\[') && !bare.includes('\\]')) this.#math = '\\]'
  }

  #cutsBefore(line: string): boolean {
    if (!this.#blank || this.#fence || this.#math || this.#html) return false
    if (this.#code && CODE_LINE.test(line)) return false
    return !(this.#list && (INDENTED.test(line) || LIST_ITEM.test(line)))
  }

  #cut(): void {
    this.#closed = [...this.#closed, { key: this.#from, text: this.#text.slice(this.#from, this.#at) }]
    this.#from = this.#at
    this.#list = false
    this.#code = false
    this.#blank = false
  }
}

/** A link definition, also in a quote or list. Its label has at most 999 characters and may be on several lines. */
const DEFINITION = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*\[(?:[^\][\\]|\\.){1,999}\]:/m

/** Whether the text has link definitions or footnotes, which resolve only when the text is rendered as a whole. */
export function needsWhole(text: string): boolean {
  return DEFINITION.test(text) || /\[\^[^\][\s]+\]/.test(text)
}
