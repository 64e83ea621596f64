/**
 * Prepares one block for the parser. \( and \) become $. If \[ and \] enclose a formula, they become $$. If a display
 * formula is alone on its lines, each $$ gets a line of its own. A dollar that does not delimit a formula is escaped.
 * The dollars of inline formulas follow the rule of Pandoc: the opening dollar has no space after it; the closing
 * dollar has no space before it and no digit after it. A bare address ends at the first Chinese character. Code and
 * HTML are not changed. Indented code is found only at the start of the block, where it cannot be the next line of a paragraph.
 */
export function normalise(text: string): string {
  if (!/[$\\]|:\/\//.test(text)) return text
  return outsideRaw(text, (part) => addresses(dollars(brackets(part))))
}

/** Indented code at the start of a text. Its blank lines are included if indented code follows them. */
const INDENTED = /^(?:[^\S\n]*\n)*(?: {4}|\t)[^\n]*(?:\n(?:[^\S\n]*\n)*(?: {4}|\t)[^\n]*)*/

const CODE =
  /(^|\n) {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n {0,3}\2[`~]*[ \t]*(?=\n|$)|$)|(`+)(?!`)[\s\S]*?[^`]\3(?!`)/

/**
 * HTML, in this order: a block up to its end tag, a comment at the start of a line, any other block up to a blank line,
 * an instruction, a comment inside a line, and a tag with quoted attributes. A tag with unquoted attributes is not
 * included, because it may be part of a formula.
 */
const HTML = [
  /(?:^|\n) {0,3}<(?:pre|script|style|textarea)(?=[\s>])[\s\S]*?(?:<\/(?:pre|script|style|textarea)>[^\n]*|$)/,
  /(?:^|\n) {0,3}<!--[\s\S]*?(?:-->[^\n]*|$)/,
  /(?:^|\n) {0,3}<\/?(?:address|article|aside|blockquote|body|center|details|dialog|div|dl|dt|dd|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|nav|ol|option|p|section|summary|table|tbody|td|tfoot|th|thead|title|tr|ul)(?=[\s/>])[^\n]*(?:\n[^\S\n]*\S[^\n]*)*/,
  /<\?[^?]{0,400}\?>/,
  /<!--[\s\S]{0,400}?-->/,
  /<[a-z][a-z0-9-]*(?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))+\s*\/?>/,
]
const RAW = new RegExp([INDENTED, CODE, ...HTML].map((r) => r.source).join('|'), 'gi')

/** Applies `change` to the parts of a text that are not code or HTML. */
function outsideRaw(text: string, change: (part: string) => string): string {
  let out = ''
  let at = 0
  for (const m of text.matchAll(RAW)) {
    out += change(text.slice(at, m.index)) + m[0]
    at = m.index + m[0].length
  }
  return out + change(text.slice(at))
}

const ADDRESS =
  /(?<![\w<([\]"'=/])https?:\/\/[\w\-.~:/?#@!$&'*+,;=%]+(?=[\u3000-\u303f\u3400-\u9fff\uff00-\uffef])/g

function addresses(text: string): string {
  return text.replace(ADDRESS, '<$&>')
}

/**
 * Whether the text between \[ and \] is a formula. It is a formula if it contains a typical character of formulas, such
 * as \ or =. It is also a formula if \[ starts a line, quote or list item and \] ends a line, apart from punctuation
 * after \]. Otherwise \[ and \] are escaped brackets of ordinary text. The server has the same rule for exports.
 * `before` is the part of the line before the opening bracket, and `end` the position in `text` behind the closing
 * bracket.
 */
function isFormula(tex: string, before: string, text: string, end: number): boolean {
  if (/[\\^_={}<>+]/.test(tex.replace(ESCAPED, ''))) return true
  LINE_END.lastIndex = end
  return LINE_BEGIN.test(before) && LINE_END.test(text) && tex.trim() !== ''
}

/** Signs of Markdown that are escaped in ordinary text, such as in \[snake\_case\]. */
const ESCAPED = /\\[\\`*_#~.!-]/g
const LINE_BEGIN = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?$/
/** The rest of a line, if the rest has only punctuation and spaces. */
const LINE_END = /[^\S\n]*[。．.，,；;：:、]*[^\S\n]*(?:\n|$)/y

function brackets(text: string): string {
  return text
    .replace(/(?<!\\)\\\[([\s\S]{1,16000}?)\\\]/g, (whole, tex: string, at: number, all: string) =>
      !isFormula(tex, all.slice(all.lastIndexOf('\n', at) + 1, at), all, at + whole.length)
        ? whole
        : `$$${tex.trim() === tex ? tex : ` ${tex.trim()} `}$$`,
    )
    .replace(/(?<!\\)\\\(([\s\S]{1,4000}?)\\\)/g, (_, tex: string) => `$${tex.trim()}$`)
}

function dollars(text: string): string {
  let out = ''
  let at = 0
  while (at < text.length) {
    const i = text.indexOf('$', at)
    if (i < 0) break
    if (text[i - 1] === '\\') {
      out += text.slice(at, i + 1)
      at = i + 1
      continue
    }
    const display = text[i + 1] === '$'
    const end = display ? text.indexOf('$$', i + 2) : closing(text, i)
    if (end < 0) {
      out += `${text.slice(at, i)}${display ? '\\$\\$' : '\\$'}`
      at = i + (display ? 2 : 1)
      continue
    }
    const tex = text.slice(i + (display ? 2 : 1), end)
    const after = end + (display ? 2 : 1)
    const alone = display && onItsLine(text, i, after)
    out += text.slice(at, i) + (alone ? ownLines(text, i, tex) : text.slice(i, after))
    at = after
  }
  return out + text.slice(at)
}

/** The index of the dollar that closes the inline formula opened at `i`, or -1 if there is no such dollar. */
function closing(text: string, i: number): number {
  if (!text[i + 1] || /\s/.test(text[i + 1]!)) return -1
  for (let j = i + 1; j < text.length; j++) {
    if (text[j] === '\\') j++
    else if (text[j] === '\n' && text[j + 1] === '\n') return -1
    else if (text[j] === '$') {
      if (/\s/.test(text[j - 1]!) || /\d/.test(text[j + 1] ?? '')) return -1
      return j
    }
  }
  return -1
}

function onItsLine(text: string, from: number, to: number): boolean {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const end = text.indexOf('\n', to)
  return /^\s*$/.test(text.slice(start, from)) && /^\s*$/.test(text.slice(to, end < 0 ? text.length : end))
}

/** A display formula in the form required by the parser: each fence on its own line, with the same indent. */
function ownLines(text: string, i: number, tex: string): string {
  const indent = text.slice(text.lastIndexOf('\n', i - 1) + 1, i)
  const body = tex.trim().split('\n').join(`\n${indent}`)
  return `$$\n${indent}${body}\n${indent}$$`
}
