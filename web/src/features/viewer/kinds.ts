/** How a file is shown. */
export type ViewKind = 'pdf' | 'prose' | 'slides' | 'sheet' | 'code' | 'image' | 'media' | 'other'

/** Extensions whose file is shown otherwise than others of its group. */
const byExtension: Record<string, ViewKind> = {
  pdf: 'pdf',
  // The words of web pages and Markdown, never the page itself: nothing of it runs.
  html: 'prose',
  htm: 'prose',
  xhtml: 'prose',
  md: 'prose',
  markdown: 'prose',
  // Pictures that browsers do not draw.
  tif: 'other',
  tiff: 'other',
  heic: 'other',
  heif: 'other',
}

/** Groups of files, as the server names them. */
const byGroup: Record<string, ViewKind> = {
  pdf: 'pdf',
  doc: 'prose',
  ppt: 'slides',
  excel: 'sheet',
  txt: 'code',
  code: 'code',
  image: 'image',
  audio: 'media',
  video: 'media',
  cloud: 'other',
  file: 'other',
}

/** How a file is shown: by its extension where that decides, else by its group. */
export function viewOf(doc: { type: string; docType: string }): ViewKind {
  return byExtension[doc.docType.toLowerCase()] ?? byGroup[doc.type] ?? 'other'
}

/** What a view can do, which decides the tools that are offered. */
export interface ViewTools {
  /** Counts places a reader can go to by number. */
  pages: boolean
  /** Fits the width or the whole page to the window, beside steps. */
  fit: boolean
  zoom: boolean
  rotate: boolean
  find: boolean
  outline: boolean
  thumbs: boolean
  print: boolean
  /** Long lines can be broken. */
  wrap: boolean
  /** Shows what the server has read, and waits for it. */
  read: boolean
}

const none: ViewTools = {
  pages: false,
  fit: false,
  zoom: false,
  rotate: false,
  find: false,
  outline: false,
  thumbs: false,
  print: false,
  wrap: false,
  read: false,
}

/** The tools of each view. */
export const viewTools: Record<ViewKind, ViewTools> = {
  pdf: {
    ...none,
    pages: true,
    fit: true,
    zoom: true,
    rotate: true,
    find: true,
    outline: true,
    thumbs: true,
    print: true,
  },
  prose: { ...none, zoom: true, find: true, outline: true, read: true },
  slides: { ...none, pages: true, zoom: true, find: true, outline: true, read: true },
  sheet: { ...none, zoom: true, find: true, read: true },
  code: { ...none, zoom: true, find: true, wrap: true },
  image: { ...none, zoom: true, fit: true, rotate: true },
  media: none,
  other: none,
}
