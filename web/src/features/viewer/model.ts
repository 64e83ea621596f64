import type { FindResult } from './mark/finder'
import type { ThumbSource } from './pdf/thumb-source'
import type { Zoom } from './position'
import type { Span } from './text/fold'
import type { Heading, ViewHighlight } from './types'

/** A notice about a requested quote: it was not found, or was found in another place. */
export type Notice = { kind: 'missing' } | { kind: 'elsewhere'; place: number }

export interface ViewState {
  phase: 'loading' | 'ready' | 'failed'
  /** The visible place, from 1, and the number of places. */
  place: number
  count: number
  zoom: Zoom
  /** The effective zoom factor. */
  scale: number
  rotation: number
  panel: 'outline' | 'thumbs' | null
  wrap: boolean
  outline: Heading[]
  find: FindResult & { open: boolean; words: string }
  notice: Notice | null
  extras: Extras
}

/** Functions that only some views have. */
export interface Extras {
  thumbs?: ThumbSource
  /** Prints the file, reporting the number of rendered pages. */
  print?: (report: (ready: number, total: number) => void, signal: AbortSignal) => Promise<void>
}

/** Marks of one place, as spans of its folded text (see text/fold.ts). */
export interface PlaceMarks {
  quote: Span[]
  find: Span[]
  now: Span | null
  highlights: { id: string; color: ViewHighlight['color']; span: Span }[]
}

/**
 * The functions that a view implements for its viewer. A place is a part of the file that the view renders separately:
 * a page, slide, section, sheet or group of lines. The server divides the file into units.
 */
export interface Driver {
  count: number
  /** The folded text of a place. */
  textOf: (place: number) => Promise<string>
  /** Scrolls the beginning of a place, or a point in it, to the top. */
  scrollTo: (place: number, part?: number) => void
  /** Ends the corrections of the position that follow a scrollTo. */
  stopCorrecting?: () => void
  scroller: HTMLElement
  /** The place where a unit's words are expected. */
  placeOf: (unit: number) => number
  /** The unit that contains the text of a place; for text files, an estimate. */
  unitOf: (place: number) => number
  /** On each side, the number of neighbouring places that may contain the quote. */
  reach?: number
  /** Whether the viewer may zoom in to make a small quote readable. */
  zooms?: boolean
  /** Shows the marks of a place in a view that marks cells. In other views, the viewer marks the text. */
  paint?: (place: number, marks: PlaceMarks) => void
  reveal?: (place: number, span: Span) => void
  highlightAt?: (x: number, y: number) => string | undefined
}

export interface GoWish {
  /** The vertical position in the unit, 0 to 1; a quote that is found takes precedence. */
  part?: number
  /** Whether the quote only locates the place. The quote is then neither marked nor reported as missing. */
  quiet?: boolean
}
