import type { Span } from '../text/fold'
import { type Around, locate, locatePieces } from '../text/locate'

/** Spans of the folded texts (see text/fold.ts), by place. */
export type Places = Map<number, Span[]>

/** The folded text of a place. */
export type TextOf = (place: number) => Promise<string>

/** A quote is also searched for in this number of neighbouring places on each side. */
const NEAR = 2

/**
 * Finds a quote that is expected at a place. The parsers of the server and of the browser may split a file at different
 * points. Therefore the neighbouring places are searched as well, including text that crosses the border between two
 * places. `reach` is the number of neighbours on each side; it is Infinity for text files. An empty map means that the
 * quote was not found.
 */
export async function findQuote(
  textOf: TextOf,
  count: number,
  place: number,
  quote: string,
  around: Around = {},
  reach: number = NEAR,
): Promise<Places> {
  const within = ([from, to]: readonly [number, number]) => from >= 1 && to <= count && from <= to
  const far = [Math.max(1, place - reach), Math.min(count, place + reach)] as const
  const windows = [[place, place] as const, [place, place + 1] as const, [place - 1, place] as const]
  for (const [from, to] of [...windows, far].filter(within)) {
    const joined = await join(textOf, from, to)
    const span = locate(joined.text, quote, around)
    if (span) return part(joined, [span])
  }
  for (const [from, to] of [[place, place + 1] as const, [place, place] as const, far].filter(within)) {
    const joined = await join(textOf, from, to)
    const spans = locatePieces(joined.text, quote)
    if (spans.length > 0) return part(joined, spans)
  }
  return new Map()
}

interface Joined {
  text: string
  from: number
  /** The start of each place in the joined text. */
  starts: number[]
}

async function join(textOf: TextOf, from: number, to: number): Promise<Joined> {
  const texts: string[] = []
  const starts: number[] = []
  let length = 0
  for (let place = from; place <= to; place++) {
    const text = await textOf(place)
    starts.push(length)
    length += text.length
    texts.push(text)
  }
  return { text: texts.join(''), from, starts }
}

/** Splits spans of joined places into spans of each place. */
function part({ text, from, starts }: Joined, spans: Span[]): Places {
  const places: Places = new Map()
  for (const span of spans) {
    for (let i = 0; i < starts.length; i++) {
      const start = Math.max(span.start, starts[i]!)
      const end = Math.min(span.end, starts[i + 1] ?? text.length)
      if (start >= end) continue
      const list = places.get(from + i) ?? []
      list.push({ start: start - starts[i]!, end: end - starts[i]! })
      places.set(from + i, list)
    }
  }
  return places
}
