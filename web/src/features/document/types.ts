import type { DocumentHit, DocumentView } from '@/api'

/** The kinds of files. */
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

/** The state of a file on the server; `stored`: the file is stored but not parsed. */
export type Status = DocumentView['status']

/** The kind of unit in a file; empty if the file has not been parsed. */
export type UnitKind = 'page' | 'slide' | 'sheet' | 'section' | ''

interface Kinds {
  type: Kind
  unitKind: UnitKind
}

/** One file of the library. */
export type DocView = Omit<DocumentView, keyof Kinds | 'mime' | 'outline' | 'chars' | 'resourceId'> & Kinds

/**
 * Whether a question may be asked about the file: true for images that did not fail, and for files that are
 * parsed or still to be parsed.
 */
export function askable(doc: DocView): boolean {
  return doc.status !== 'failed' && (doc.status !== 'stored' || doc.type === 'image')
}

/** A passage of a file that matches a search. */
export type Hit = Omit<DocumentHit, 'unitKind'> & Pick<Kinds, 'unitKind'>

/** The number of files of a kind, and their total size in bytes. */
export interface TypeCount {
  type: Kind
  count: number
  size: number
}

/** A file in a question (docs/protocol.md, section 4). */
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

/** The file as part of a question. */
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
