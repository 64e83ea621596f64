import { Brain, FileText, type LucideIcon, MessagesSquare, NotebookPen } from 'lucide-react'
import type { MessageId } from '@/i18n'
import { webUrl } from '../markdown/links'
import type { Doc } from './types'

/** How a source is opened: a file beside the conversation, a page of ours, or another site. */
export type Opening = 'file' | 'page' | 'site'

export interface SourceKind {
  /** Stands for the source; without one it is the first letter of its site. */
  icon: LucideIcon | null
  /** What such a source is called. */
  label: MessageId
  opens: Opening
}

/** The kinds of sources, as internal/source has them. */
export const sourceKinds: Readonly<Record<string, SourceKind>> = {
  file: { icon: FileText, label: 'chat.source.file', opens: 'file' },
  web: { icon: null, label: 'chat.source.web', opens: 'site' },
  message: { icon: MessagesSquare, label: 'chat.source.message', opens: 'page' },
  note: { icon: NotebookPen, label: 'chat.source.note', opens: 'page' },
  memory: { icon: Brain, label: 'chat.source.memory', opens: 'page' },
}

/** The row of a source's kind; null of a kind that is not known. */
export function kindOf(doc: Doc): SourceKind | null {
  return doc.kind && Object.hasOwn(sourceKinds, doc.kind) ? (sourceKinds[doc.kind] ?? null) : null
}

/** How a source can be opened; null when it cannot be. A source of an unknown kind opens as a link. */
export function openingOf(doc: Doc): Opening | null {
  const opens = kindOf(doc)?.opens ?? 'site'
  const can = opens === 'site' ? webUrl(doc.url) !== null : ownPath(doc.url)
  return can ? opens : null
}

/** Whether an address is a page of ours. */
function ownPath(url: string): boolean {
  return /^\/(?![/\\])/.test(url)
}
