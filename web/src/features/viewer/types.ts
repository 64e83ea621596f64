/** The kinds of units of a file. */
export type UnitKind = 'page' | 'slide' | 'sheet' | 'section'

/** The data of a file that the viewer needs; responses of docs/detail have it. */
export interface DocView {
  id: string
  fileName: string
  /** The group of the file: pdf, doc, excel, ppt, image … */
  type: string
  /** The extension, without its dot. */
  docType: string
  size: number
  /** stored: the file is stored and not parsed. */
  status: 'queued' | 'parsing' | 'ready' | 'failed' | 'stored'
  /** Progress of parsing, 0 to 1. */
  progress: number
  units: number
  unitKind: UnitKind | ''
  /** Number of parsed characters. */
  chars?: number
  outline?: Heading[] | null
  warnings?: string[] | null
  /** Why parsing failed; 20050 and 20051 mean that a password is needed. */
  errorCode?: string
  errorMsg?: string
  /** The address of the file's bytes, valid only for users who may read the file. */
  url: string
  width?: number
  height?: number
}

/** An entry of the outline. */
export interface Heading {
  level: number
  text: string
  unit: number
}

/** A block of a unit, in reading order. */
export interface Block {
  kind: 'heading' | 'paragraph' | 'list' | 'table' | 'code' | 'caption' | 'note'
  /** For a heading, its level from 1; for a list item, its depth from 1. */
  level?: number
  text: string
  /**
   * For a table: the displayed texts. Of a merged cell, only the first cell has the text; the covered
   * cells are empty.
   */
  rows?: string[][]
  /** For a table of a sheet: the number of its first row in the sheet, from 1. */
  first?: number
}

/** A parsed page, slide, sheet or section. */
export interface Unit {
  number: number
  kind: UnitKind
  name?: string
  blocks: Block[]
}

/** Colours of highlights; viewer.css has a variable for each, such as --mark-yellow. */
export const highlightColours = ['yellow', 'green', 'blue', 'pink'] as const
export type HighlightColour = (typeof highlightColours)[number]

/** A stored highlight in the file. */
export interface ViewHighlight {
  id: string
  unit: number
  quote: string
  color: HighlightColour
  /**
   * The text before and after the highlight, which distinguishes the highlight from the same words elsewhere.
   */
  prefix?: string
  suffix?: string
}

/** Selected text. */
export interface ViewSelection {
  unit: number
  text: string
  /** The position on the screen, for elements placed beside the text. */
  rect: DOMRect
  prefix: string
  suffix: string
}

/** The functions of an open file for the surrounding page. */
export interface FileViewHandle {
  /** Shows a unit. If `quote` is found near the unit, shows and marks the quote. */
  goTo: (unit: number, quote?: string) => void
  /** Opens the search in the file with these words. */
  find: (text: string) => void
}
