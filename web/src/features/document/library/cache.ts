import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { DocPage, Found } from '../calls'
import type { DocView } from '../types'

/** The query key of everything in the library. */
export const KEY = ['documents'] as const
export const LIST_KEY = [...KEY, 'list'] as const
export const SEARCH_KEY = [...KEY, 'search'] as const
export const COUNT_KEY = [...KEY, 'counts'] as const

export type DocPages = InfiniteData<DocPage, string>

/**
 * Applies `edit` to the files of all fetched lists and searches. If `edit` returns null, the file is removed.
 */
export function editDocs(client: QueryClient, edit: (doc: DocView) => DocView | null): void {
  const all = (docs: DocView[]) => docs.map(edit).filter((doc) => doc !== null)
  client.setQueriesData<DocPages>({ queryKey: LIST_KEY }, (data) =>
    data ? { ...data, pages: data.pages.map((page) => ({ ...page, docs: all(page.docs) })) } : data,
  )
  client.setQueriesData<Found>({ queryKey: SEARCH_KEY }, (data) => {
    if (!data) return data
    const docs = all(data.docs)
    const gone = new Set(data.docs.map((doc) => doc.id))
    for (const doc of docs) gone.delete(doc.id)
    return { docs, hits: data.hits.filter((hit) => !gone.has(hit.resourceId)) }
  })
}
