/** How a file is shown. */
export type ViewKind = 'pdf' | 'prose' | 'slides' | 'sheet' | 'code' | 'image' | 'media' | 'other'

/** Extensions of files that are shown differently from the rest of their group. */
const byExtension: Record<string, ViewKind> = {
  // Web pages and Markdown are shown as text; nothing in them is executed.
  html: 'prose',
  htm: 'prose',
  xhtml: 'prose',
  md: 'prose',
  markdown: 'prose',
  // Pictures that browsers cannot display.
  tif: 'other',
  tiff: 'other',
  heic: 'other',
  heif: 'other',
}

/** The view of each group of files, by the server's name for the group. */
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

/** How a file is shown: by its extension if `byExtension` contains it, otherwise by its group. */
export function viewOf(doc: { type: string; docType: string }): ViewKind {
  return byExtension[doc.docType.toLowerCase()] ?? byGroup[doc.type] ?? 'other'
}

/** The abilities of a view, which determine the offered tools. */
export interface ViewTools {
  /** Whether the view has places that a reader can open by number. */
  pages: boolean
  /** Whether the view can fit the width or the whole page to the window, besides fixed steps. */
  fit: boolean
  zoom: boolean
  rotate: boolean
  find: boolean
  outline: boolean
  thumbs: boolean
  print: boolean
  /** Whether long lines can be wrapped. */
  wrap: boolean
  /** Whether the view shows what the server has parsed. It then waits until the file is parsed. */
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
