import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { ConversationPage, ConversationRow } from '@/api'

export const LIST_KEY = ['conversations'] as const
export type ConversationPages = InfiniteData<ConversationPage, number>

/** Updates the rows of every loaded page. If `edit` returns null, the row is removed. */
export function editRows(client: QueryClient, edit: (row: ConversationRow) => ConversationRow | null): void {
  client.setQueryData<ConversationPages>(LIST_KEY, (data) => {
    if (!data) return data
    let removed = 0
    const pages = data.pages.map((page) => {
      const conversations = page.conversations.map(edit).filter((row) => row !== null)
      removed += page.conversations.length - conversations.length
      return { ...page, conversations }
    })
    // useConversations fetches another page if fewer rows than the total are loaded, so the total is reduced too.
    for (const page of pages) {
      page.pagination = { ...page.pagination, totalResults: page.pagination.totalResults - removed }
    }
    return { ...data, pages }
  })
}

/**
 * Inserts a row at the top, or updates it in place if it exists. A title in the list is kept: the server or the user
 * has made it. Does nothing while the list is not loaded.
 */
export function upsertRow(client: QueryClient, row: Partial<ConversationRow> & { id: string }): void {
  client.setQueryData<ConversationPages>(LIST_KEY, (data) => {
    if (!data?.pages[0]) return data
    const known = data.pages.some((p) => p.conversations.some((c) => c.id === row.id))
    if (known) {
      const pages = data.pages.map((p) => ({
        ...p,
        conversations: p.conversations.map((c) =>
          c.id === row.id ? { ...c, ...row, title: c.title || row.title || '' } : c,
        ),
      }))
      return { ...data, pages }
    }
    const [first, ...rest] = data.pages
    const added = { title: '', lastRepliedAt: Date.now(), ...row }
    return {
      ...data,
      pages: [
        {
          ...first,
          conversations: [added, ...first.conversations],
          pagination: { ...first.pagination, totalResults: first.pagination.totalResults + 1 },
        },
        ...rest,
      ],
    }
  })
}

export function findRow(client: QueryClient, id: string): ConversationRow | undefined {
  const data = client.getQueryData<ConversationPages>(LIST_KEY)
  return data?.pages.flatMap((p) => p.conversations).find((c) => c.id === id)
}
