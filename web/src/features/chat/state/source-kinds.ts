import { BookLock, Brain, FileText, type LucideIcon, MessagesSquare, NotebookPen, Star } from 'lucide-react'
import type { Locale } from '@/i18n'
import { webUrl } from '../markdown/links'
import { type Opening, sourceKinds } from './source-kinds.gen'
import type { Doc } from './types'

/** The icon of each kind. If null, the icon of the site or its first letter is used. */
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
  /** The display name. */
  name: Readonly<Record<Locale, string>>
  opens: Opening
}

/** The properties of a source's kind; null for an unknown kind. */
export function kindOf(doc: Doc): SourceKind | null {
  if (!doc.kind || !Object.hasOwn(sourceKinds, doc.kind)) return null
  const kind = doc.kind as keyof typeof sourceKinds
  return { ...sourceKinds[kind], icon: icons[kind] }
}

/**
 * How a source is opened; null if it cannot be opened. A source of an unknown kind is opened as a
 * link.
 */
export function openingOf(doc: Doc): Opening | null {
  const opens = kindOf(doc)?.opens ?? 'site'
  const can = opens === 'site' ? webUrl(doc.url) !== null : ownPath(doc.url)
  return can ? opens : null
}

/** Whether an address is a path of this site. */
export function ownPath(url: string): boolean {
  return /^\/(?![/\\])/.test(url)
}
