import { type QueryClient, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ConversationRow } from '@/api'
import { errorText, post } from '@/api'
import { loadDeleted } from '@/features/share'
import { t, withCatalogue } from '@/i18n'
import { slot } from '@/lib/slot'
import { toast } from '@/ui/toast'
import { type ConversationPages, editRows, findRow, LIST_KEY, upsertRow } from './cache'

const sharesLeft = withCatalogue('share', loadDeleted)
const tellOfShares = (ids: readonly string[]) => sharesLeft().then((m) => m.tellOfShares(ids))

/** Number of rows per page of the list. */
export const PAGE_SIZE = 40

/** The conversation list with paging. */
export function useConversations() {
  const query = useInfiniteQuery({
    queryKey: LIST_KEY,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      post('/api/user/agent/conversation/list', { offset: pageParam, limit: PAGE_SIZE }, { signal }),
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((n, p) => n + p.conversations.length, 0)
      return last.conversations.length > 0 && loaded < last.pagination.totalResults ? loaded : undefined
    },
    staleTime: 30_000,
  })
  const rows = useMemo(() => {
    const all = query.data?.pages.flatMap((p) => p.conversations) ?? []
    const seen = new Set<string>()
    // A row that moved between two requests may be on both pages; duplicates are removed.
    return all.filter((row) => !seen.has(row.id) && seen.add(row.id))
  }, [query.data])
  return { ...query, rows }
}

/** One row of the list, for the page of an open conversation. */
export function useConversation(id: string | undefined): ConversationRow | undefined {
  const { rows } = useConversations()
  return rows.find((row) => row.id === id)
}

/**
 * Functions of the list for the chat page: they insert or change a row, remove a row, or refetch the list.
 */
export function useConversationNews() {
  const client = useQueryClient()
  return useMemo(
    () => ({
      upsert: (row: Partial<ConversationRow> & { id: string }) => upsertRow(client, row),
      remove: (id: string) => editRows(client, (row) => (row.id === id ? null : row)),
      refresh: () => client.invalidateQueries({ queryKey: LIST_KEY }),
    }),
    [client],
  )
}

interface Rollback {
  before: ConversationPages | undefined
}

/** Applies a change immediately. If the call fails, reverts the change and shows the error. */
function optimistic<V>(client: QueryClient, show: (value: V) => void) {
  return {
    onMutate: async (value: V): Promise<Rollback> => {
      await client.cancelQueries({ queryKey: LIST_KEY })
      const before = client.getQueryData<ConversationPages>(LIST_KEY)
      show(value)
      return { before }
    },
    onError: (err: unknown, _: V, context: Rollback | undefined) => {
      client.setQueryData(LIST_KEY, context?.before)
      sayError(err)
    },
  }
}

export function useRename() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, title }: { id: string; title: string }) =>
      post('/api/user/agent/conversation/update', { conversationId: id, title }),
    ...optimistic(client, ({ id, title }: { id: string; title: string }) =>
      editRows(client, (row) => (row.id === id ? { ...row, title, sessionTitle: title } : row)),
    ),
  })
}

export function useTop() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, top }: { id: string; top: boolean }) =>
      post('/api/user/agent/conversation/top', { conversationId: id, top }),
    ...optimistic(client, ({ id, top }: { id: string; top: boolean }) =>
      editRows(client, (row) => (row.id === id ? { ...row, topAt: top ? Date.now() : 0 } : row)),
    ),
  })
}

/** Maximum number of ids per restore call. */
const RESTORE_MAX = 500

/**
 * Deletes the given conversations, or all conversations; they disappear from the list immediately. The
 * mutation returns the deleted ids. For ten minutes, useRestore can restore the conversations by these ids.
 */
export function useClear() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (ids: readonly string[] | 'all') => {
      const body = ids === 'all' ? { clearAll: true } : { conversationIds: ids }
      const answer = await post('/api/user/agent/conversation/v1/clear', body, { keepalive: true })
      return answer.conversationIds
    },
    ...optimistic(client, (ids: readonly string[] | 'all') => {
      const gone = ids === 'all' ? null : new Set(ids)
      editRows(client, (row) => (!gone || gone.has(row.id) ? null : row))
    }),
    onSettled: () => client.invalidateQueries({ queryKey: LIST_KEY }),
  })
}

export function useRestore() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (let i = 0; i < ids.length; i += RESTORE_MAX) {
        await post('/api/user/agent/conversation/v1/restore', {
          conversationIds: ids.slice(i, i + RESTORE_MAX),
        })
      }
    },
    onError: sayError,
    onSettled: () => client.invalidateQueries({ queryKey: LIST_KEY }),
  })
}

/** Deletes conversations, and offers an undo in a toast. */
export function useDelete() {
  const client = useQueryClient()
  const clear = useClear()
  const restore = useRestore()
  return (ids: readonly string[]) => {
    const title = ids.length === 1 ? findRow(client, ids[0]!)?.title : undefined
    const done = clear.mutateAsync(ids)
    done.then(
      (gone) => {
        if (slot('sharing').visible) void tellOfShares(ids).catch(() => {}) // shares of deleted conversations still exist, so a toast mentions them
        void toast(
          title
            ? t('conversation.deletedTitle', { title })
            : t('conversation.deleted', { count: ids.length }),
          { kind: 'undo', action: { label: t('ui.undo'), onClick: () => restore.mutate(gone) } },
        )
      },
      () => {}, // useClear has shown the error and restored the rows
    )
    return done
  }
}

function sayError(err: unknown): void {
  const text = errorText(err)
  if (text) toast(text, { kind: 'error' })
}
