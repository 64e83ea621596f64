import { radicals } from './radicals'

/**
 * A text normalised for comparison. Spaces and accents are removed, and letters are lower-case. Full-width
 * and half-width variants and radicals are replaced by ordinary characters. The same words from two parsers
 * of a page usually fold to the same text.
 */
export interface Folded {
  text: string
  /** For each position of `text`, the start of its character in the source, and one more entry for the end. */
  at: number[]
}

/** A cache of folded characters beyond ASCII: most texts use the same few thousand characters. */
const known = new Map<string, string>()
const KNOWN_MAX = 20_000

function foldChar(char: string): string {
  const found = known.get(char)
  if (found !== undefined) return found
  const folded = Array.from(char.normalize('NFKD'))
    .filter((c) => !/\p{Z}|\p{Cc}|\p{Cf}|[\u0300-\u036f]/u.test(c))
    .map((c) => radicals.get(c) ?? c)
    .join('')
    .toLowerCase()
  if (known.size < KNOWN_MAX) known.set(char, folded)
  return folded
}

/** Folds a text and records the source position of each character. */
export function fold(source: string): Folded {
  const parts: string[] = []
  const at: number[] = []
  for (let i = 0; i < source.length; ) {
    const code = source.codePointAt(i)!
    const length = code > 0xffff ? 2 : 1
    if (code < 0x80) {
      if (code > 0x20 && code < 0x7f) {
        parts.push(code >= 0x41 && code <= 0x5a ? String.fromCharCode(code + 32) : source[i]!)
        at.push(i)
      }
    } else {
      const folded = foldChar(length === 1 ? source[i]! : source.slice(i, i + 2))
      parts.push(folded)
      for (let n = 0; n < folded.length; n++) at.push(i)
    }
    i += length
  }
  at.push(source.length)
  return { text: parts.join(''), at }
}

/** The folded text without positions. */
export const foldText = (source: string): string => fold(source).text

/** A span of a folded text: from `start` (inclusive) to `end` (exclusive). */
export interface Span {
  start: number
  end: number
}

/** The span of the source that corresponds to a span of the folded text, in whole characters. */
export function sourceSpan({ at }: Folded, source: string, { start, end }: Span): Span {
  const last = at[end - 1]!
  return { start: at[start]!, end: last + (source.codePointAt(last)! > 0xffff ? 2 : 1) }
}

/** All occurrences of a folded query in a folded text, without overlaps. */
export function findAll(text: string, query: string): Span[] {
  const spans: Span[] = []
  if (query === '') return spans
  for (let i = text.indexOf(query); i >= 0; i = text.indexOf(query, i + query.length)) {
    spans.push({ start: i, end: i + query.length })
  }
  return spans
}

/** The number of occurrences of a folded query in a folded text. */
export function countAll(text: string, query: string): number {
  let count = 0
  if (query === '') return 0
  for (let i = text.indexOf(query); i >= 0; i = text.indexOf(query, i + query.length)) count++
  return count
}
