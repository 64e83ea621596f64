import { BookLock, Brain, FileText, type LucideIcon, MessagesSquare, NotebookPen, Star } from 'lucide-react'
import type { Locale } from '@/i18n'
import { webUrl } from '../markdown/links'
import { type Opening, sourceKinds } from './source-kinds.gen'
import type { Doc } from './types'

/** What stands for a source of the kind; null: the first letter of its site. */
const icons: Readonly<Record<keyof typeof sourceKinds, LucideIcon | null>> = {
  file: FileText,
  web: null,
  message: MessagesSquare,
  note: NotebookPen,
  favorite: Star,
  memory: Brain,
  knowledge: BookLock,
}

export interface SourceKind {
  icon: LucideIcon | null
  /** What such a source is called. */
  name: Readonly<Record<Locale, string>>
  opens: Opening
}

/** The row of a source's kind; null of a kind that is not known. */
export function kindOf(doc: Doc): SourceKind | null {
  if (!doc.kind || !Object.hasOwn(sourceKinds, doc.kind)) return null
  const kind = doc.kind as keyof typeof sourceKinds
  return { ...sourceKinds[kind], icon: icons[kind] }
}

/** How a source can be opened; null when it cannot be. A source of an unknown kind opens as a link. */
export function openingOf(doc: Doc): Opening | null {
  const opens = kindOf(doc)?.opens ?? 'site'
  const can = opens === 'site' ? webUrl(doc.url) !== null : ownPath(doc.url)
  return can ? opens : null
}

/** Whether an address is a page of ours. */
export function ownPath(url: string): boolean {
  return /^\/(?![/\\])/.test(url)
}
