/** What the server keeps a file as (specification, point 2). */
export type Kind =
  | 'image'
  | 'video'
  | 'pdf'
  | 'txt'
  | 'doc'
  | 'audio'
  | 'ppt'
  | 'excel'
  | 'code'
  | 'cloud'
  | 'file'

/** What the server has made of a file; stored: it is kept and not read. */
export type Status = 'queued' | 'parsing' | 'ready' | 'failed' | 'stored'

/** What a place in a file is called. */
export type UnitKind = 'page' | 'slide' | 'sheet' | 'section'

/** One file of the library. Times are unix seconds. */
export interface DocView {
  id: string
  fileName: string
  title: string
  type: Kind
  /** The extension, without its dot. */
  docType: string
  size: number
  status: Status
  /** Of reading it, 0 to 1. */
  progress: number
  units: number
  unitKind: UnitKind | ''
  warnings: string[] | null
  errorCode: string
  errorMsg: string
  /** The address of the bytes; only the owner's browser gets them. */
  url: string
  /** A small picture of an image; empty for everything else. */
  thumbUrl: string
  width: number
  height: number
  createTime: number
  updateTime: number
  /** 0: it was never asked about. */
  lastUsedTime: number
}

/** A place inside a file where searched words stand. */
export interface Hit {
  resourceId: string
  fileName: string
  unit: number
  unitKind: UnitKind | ''
  heading: string
  quote: string
}

/** How many files of a kind there are, and their bytes together. */
export interface TypeCount {
  type: Kind
  count: number
  size: number
}

/** A file as a question carries it (wire section 4). */
export interface FileRef {
  id: string
  type: Kind
  docType: string
  fileName: string
  url: string
  size: number
  width?: number
  height?: number
}

/** The file as a question carries it. */
export function refOf(doc: DocView): FileRef {
  return {
    id: doc.id,
    type: doc.type,
    docType: doc.docType,
    fileName: doc.fileName,
    url: doc.url,
    size: doc.size,
    ...(doc.width > 0 ? { width: doc.width, height: doc.height } : {}),
  }
}
