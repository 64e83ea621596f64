import { findAll, foldText, type Span } from './fold'

/** Words around a quote that distinguish it from the same words elsewhere in the text. */
export interface Around {
  prefix?: string
  suffix?: string
}

/** Minimum length of a piece of a quote that is searched for separately, in letters and digits. */
const PIECE = 8
/** A quote counts as found if its pieces cover at least this share of it and at least PIECE letters and digits. */
const ENOUGH = 0.5

/**
 * Finds a quote in a folded text. If the quote does not occur literally, only letters and digits are compared, because
 * dashes, quotation marks and hyphens differ between parsers of the same page.
 */
export function locate(text: string, quote: string, around: Around = {}): Span | undefined {
  const wanted = foldText(quote)
  if (wanted === '') return undefined
  const exact = pick(text, findAll(text, wanted), around)
  if (exact) return exact

  const bare = bareText(text)
  const bareWanted = bareText(wanted).text
  if (bareWanted === '') return undefined
  const loose = pick(bare.text, findAll(bare.text, bareWanted), {
    prefix: around.prefix && bareText(foldText(around.prefix)).text,
    suffix: around.suffix && bareText(foldText(around.suffix)).text,
  })
  return loose && back(bare.at, loose)
}

/**
 * Finds the pieces of a quote in order. A quote may be in pieces because the end of a page, a footer or a figure
 * interrupts it. The result is empty if the pieces cover too little of the quote.
 */
export function locatePieces(text: string, quote: string): Span[] {
  const bare = bareText(text)
  return pieces(bare.text, bareText(foldText(quote)).text).map((span) => back(bare.at, span))
}

/** Converts a span of the letters and digits into a span of the full text. */
const back = (at: number[], { start, end }: Span): Span => ({ start: at[start]!, end: at[end - 1]! + 1 })

/**
 * Chooses the occurrence with the best matching surroundings; if several match equally well, the
 * first.
 */
function pick(text: string, spans: Span[], { prefix = '', suffix = '' }: Around): Span | undefined {
  if (spans.length < 2) return spans[0]
  const before = foldText(prefix)
  const after = foldText(suffix)
  const score = ({ start, end }: Span) =>
    commonTail(text.slice(Math.max(0, start - before.length), start), before) +
    commonHead(text.slice(end, end + after.length), after)
  let best = spans[0]!
  for (const span of spans) if (score(span) > score(best)) best = span
  return best
}

function commonHead(a: string, b: string): number {
  let n = 0
  while (n < a.length && n < b.length && a[n] === b[n]) n++
  return n
}

function commonTail(a: string, b: string): number {
  let n = 0
  while (n < a.length && n < b.length && a[a.length - 1 - n] === b[b.length - 1 - n]) n++
  return n
}

const LETTER = /[\p{L}\p{N}]/u

/** The letters and digits of a folded text, and the position of each. */
function bareText(text: string): { text: string; at: number[] } {
  let out = ''
  const at: number[] = []
  let i = 0
  for (const char of text) {
    if (LETTER.test(char)) {
      out += char
      for (let n = 0; n < char.length; n++) at.push(i + n)
    }
    i += char.length
  }
  return { text: out, at }
}

/** The found pieces of a quote, in order; empty if the pieces cover too little of the quote. */
function pieces(text: string, wanted: string): Span[] {
  const found: Span[] = []
  let from = 0
  const look = (part: string) => {
    const at = text.indexOf(part, from)
    if (at >= 0) {
      const last = found.at(-1)
      if (last && last.end === at) last.end = at + part.length
      else found.push({ start: at, end: at + part.length })
      from = at + part.length
    } else if (part.length >= 2 * PIECE) {
      const middle = part.length >> 1
      look(part.slice(0, middle))
      look(part.slice(middle))
    }
  }
  look(wanted)
  const covered = found.reduce((sum, s) => sum + s.end - s.start, 0)
  return covered >= ENOUGH * wanted.length && covered >= PIECE ? found : []
}
