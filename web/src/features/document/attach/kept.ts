import { storage } from '@/lib/storage'
import type { DocView } from '../types'

/** Drafts whose files are remembered; the oldest make room. */
export const MAX_DRAFTS = 50

type Kept = Record<string, DocView[]>

/** All that is kept, by draft, the oldest first. The page looks at the key alone to know whether there is something. */
function all(): Kept {
  try {
    const data: unknown = JSON.parse(storage.get('files') ?? '{}')
    return data !== null && typeof data === 'object' && !Array.isArray(data) ? (data as Kept) : {}
  } catch {
    return {}
  }
}

/** The files that a draft had when the page was last left. */
export function kept(draft: string): DocView[] {
  const docs: unknown = all()[draft]
  if (!Array.isArray(docs)) return []
  return docs.filter((doc) => typeof doc?.id === 'string' && typeof doc.fileName === 'string')
}

/** Remembers the files of a draft that have arrived; those on their way are lost with the page. */
export function keep(draft: string, docs: readonly DocView[]): void {
  const { [draft]: before, ...rest } = all()
  if (!before && docs.length === 0) return
  const entries = Object.entries(rest).slice(docs.length ? 1 - MAX_DRAFTS : 0)
  if (docs.length) entries.push([draft, [...docs]])
  if (entries.length) storage.set('files', JSON.stringify(Object.fromEntries(entries)))
  else storage.remove('files')
}
