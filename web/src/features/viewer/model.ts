import type { FindResult } from './mark/finder'
import type { ThumbSource } from './pdf/thumb-source'
import type { Zoom } from './position'
import type { Span } from './text/fold'
import type { Heading, ViewHighlight } from './types'

/** Something to say about a quote that was asked for. */
export type Notice = { kind: 'missing' } | { kind: 'elsewhere'; place: number }

export interface ViewState {
  phase: 'loading' | 'ready' | 'failed'
  /** The place that the reader sees, from 1, and how many there are. */
  place: number
  count: number
  zoom: Zoom
  /** What the zoom comes to in this window. */
  scale: number
  rotation: number
  panel: 'outline' | 'thumbs' | null
  wrap: boolean
  outline: Heading[]
  find: FindResult & { open: boolean; words: string }
  notice: Notice | null
  extras: Extras
}

/** What only some views can do. */
export interface Extras {
  thumbs?: ThumbSource
  /** Prints the file; tells how many pages are ready. */
  print?: (report: (ready: number, total: number) => void, signal: AbortSignal) => Promise<void>
}

/** Marks of one place, as stretches of its folded text. */
export interface PlaceMarks {
  quote: Span[]
  find: Span[]
  now: Span | null
  highlights: { id: string; color: ViewHighlight['color']; span: Span }[]
}

/** What a view does for its viewer. Places are what it draws apart: pages, sections, stretches of lines. */
export interface Driver {
  count: number
  /** The folded words of a place. */
  textOf: (place: number) => Promise<string>
  /** Brings the beginning of a place, or a point further down in it, to the top. */
  scrollTo: (place: number, part?: number) => void
  /** Ends what still corrects the last scrollTo: from now on something else decides. */
  letGo?: () => void
  scroller: HTMLElement
  /** The place where a unit's words are expected. */
  placeOf: (unit: number) => number
  /** The unit to which words of a place belong. */
  unitOf: (place: number) => number
  /** Places around the expected one in which a quote may be. */
  reach?: number
  /** The words grow with the zoom, so that a quote can be made large enough to read. */
  zooms?: boolean
  /** For views that mark in their own way: cells instead of words. */
  paint?: (place: number, marks: PlaceMarks) => void
  reveal?: (place: number, span: Span) => void
  highlightAt?: (x: number, y: number) => string | undefined
}

export interface GoWish {
  /** How far down in the unit, 0 to 1, where no quote says it. */
  part?: number
  /** The words are only a way to the place: they are not marked, and not missed. */
  quiet?: boolean
}
