/** What a place in a file is called. */
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
  /** stored: it is kept and not read. */
  status: 'queued' | 'parsing' | 'ready' | 'failed' | 'stored'
  /** Of reading it, 0 to 1. */
  progress: number
  units: number
  unitKind: UnitKind | ''
  /** Characters that were read. */
  chars?: number
  outline?: Heading[] | null
  warnings?: string[] | null
  /** Why it could not be read; 20050 and 20051 ask for a password. */
  errorCode?: string
  errorMsg?: string
  /** The address of the file's bytes, valid for the owner only. */
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
  /** Of a heading, from 1; of a list item, its depth from 1. */
  level?: number
  text: string
  /** Of a table, as shown; a covered cell of a merged one is empty. */
  rows?: string[][]
  /** Of a sheet's table: its first row as the sheet counts, from 1. */
  first?: number
}

/** A page, slide, sheet or section as the server has read it. */
export interface Unit {
  number: number
  kind: UnitKind
  name?: string
  blocks: Block[]
}

/** Colours of highlights; each is a token of viewer.css. */
export const highlightColours = ['yellow', 'green', 'blue', 'pink'] as const
export type HighlightColour = (typeof highlightColours)[number]

/** Words of the file that are marked lastingly. */
export interface ViewHighlight {
  id: string
  unit: number
  quote: string
  color: HighlightColour
  /** Words before and after it, which tell it from the same words elsewhere. */
  prefix?: string
  suffix?: string
}

/** Words that a reader has selected. */
export interface ViewSelection {
  unit: number
  text: string
  /** The position on the screen, for elements placed beside it. */
  rect: DOMRect
  prefix: string
  suffix: string
}

/** What can be asked of an open file. */
export interface FileViewHandle {
  /** Shows a unit, and marks a quote in it where one is given. */
  goTo: (unit: number, quote?: string) => void
  /** Opens the search in the file with these words. */
  find: (text: string) => void
}
