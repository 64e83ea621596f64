import { storage } from '@/lib/storage'
import type { DocView } from '../types'

/** Maximum number of drafts with remembered files; the least recently changed drafts are removed. */
export const MAX_DRAFTS = 50

type Kept = Record<string, DocView[]>

/**
 * All remembered files by draft, the least recently changed draft first. Code outside of this file does not read the
 * value: it only checks whether the storage key exists, or removes the key.
 */
function all(): Kept {
  try {
    const data: unknown = JSON.parse(storage.get('files') ?? '{}')
    return data !== null && typeof data === 'object' && !Array.isArray(data) ? (data as Kept) : {}
  } catch {
    return {}
  }
}

/** The remembered files of a draft. */
export function kept(draft: string): DocView[] {
  const docs: unknown = all()[draft]
  if (!Array.isArray(docs)) return []
  return docs.filter((doc) => typeof doc?.id === 'string' && typeof doc.fileName === 'string')
}

/**
 * Remembers the uploaded files of a draft. Uploads in progress are not remembered, because closing
 * the page ends them.
 */
export function keep(draft: string, docs: readonly DocView[]): void {
  const { [draft]: before, ...rest } = all()
  if (!before && docs.length === 0) return
  const entries = Object.entries(rest).slice(docs.length ? 1 - MAX_DRAFTS : 0)
  if (docs.length) entries.push([draft, [...docs]])
  if (entries.length) storage.set('files', JSON.stringify(Object.fromEntries(entries)))
  else storage.remove('files')
}
