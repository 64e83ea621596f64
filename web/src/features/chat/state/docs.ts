import { inProject, projectHere } from '@/lib/address'
import type { Doc, Message } from './types'

const none: readonly Doc[] = []

/** The sources of an answer, from its last search item with sources. */
export function docsOf(m: Message): readonly Doc[] {
  let docs = none
  for (const item of m.content) {
    if ((item.type === 'searchGuid' || item.type === 'search_with_text') && item.docs?.length)
      docs = item.docs
  }
  if (!docs.length || !projectHere()) return docs
  return docs.map((d) => ({
    ...d,
    url: inProject(d.url),
    ...(d.copy_url && { copy_url: inProject(d.copy_url) }),
  }))
}
