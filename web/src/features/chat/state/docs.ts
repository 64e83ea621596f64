import type { Doc, Message } from './types'

const none: readonly Doc[] = []

/** The sources of an answer, by whichever event brought them. */
export function docsOf(m: Message): readonly Doc[] {
  let docs = none
  for (const item of m.content) {
    if ((item.type === 'searchGuid' || item.type === 'search_with_text') && item.docs?.length)
      docs = item.docs
  }
  return docs
}
