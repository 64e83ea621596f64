import type { DocumentHit, DocumentView } from '@/api'

/** What the server keeps a file as. */
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
export type Status = DocumentView['status']

/** What a place in a file is called; empty before it is known. */
export type UnitKind = 'page' | 'slide' | 'sheet' | 'section' | ''

interface Kinds {
  type: Kind
  unitKind: UnitKind
}

/** One file of the library. */
export type DocView = Omit<DocumentView, keyof Kinds | 'mime' | 'outline' | 'chars' | 'resourceId'> & Kinds

/** Whether a question may be asked about the file: it can be read, or it is a picture. */
export function askable(doc: DocView): boolean {
  return doc.status !== 'failed' && (doc.status !== 'stored' || doc.type === 'image')
}

/** A place inside a file where searched words stand. */
export type Hit = Omit<DocumentHit, 'unitKind'> & Pick<Kinds, 'unitKind'>

/** How many files of a kind there are, and their bytes together. */
export interface TypeCount {
  type: Kind
  count: number
  size: number
}

/** A file as a question carries it (docs/protocol.md, section 4). */
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
