import { type QueryClient, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { errorText, post } from '@/api'
import type { ConversationRow } from '@/api/types'
import { t } from '@/i18n'
import { boot } from '@/lib/boot'
import { toast } from '@/ui/toast'
import { type ConversationPages, editRows, findRow, LIST_KEY, upsertRow } from './cache'
import { useMarks } from './marks'

/** Rows of one page of the list. */
export const PAGE_SIZE = 40
const CLEAR_SIZE = 100

/** The conversation list with paging; what waits for its deletion is not in `rows`. */
export function useConversations() {
  const query = useInfiniteQuery({
    queryKey: LIST_KEY,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      post(
        '/api/user/agent/conversation/list',
        { agentId: boot.defaultAgentId, offset: pageParam, limit: PAGE_SIZE },
        { signal },
      ),
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((n, p) => n + p.conversations.length, 0)
      return last.conversations.length > 0 && loaded < last.pagination.totalResults ? loaded : undefined
    },
    staleTime: 30_000,
  })
  const leaving = useMarks((s) => s.leaving)
  const rows = useMemo(() => {
    const all = query.data?.pages.flatMap((p) => p.conversations) ?? []
    const seen = new Set<string>()
    // A row that moved between two fetched pages is in both.
    return all.filter((row) => !leaving.has(row.id) && !seen.has(row.id) && seen.add(row.id))
  }, [query.data, leaving])
  return { ...query, rows }
}

/** One row of the list, for the page of an open conversation. */
export function useConversation(id: string | undefined): ConversationRow | undefined {
  const { rows } = useConversations()
  return rows.find((row) => row.id === id)
}

/** What the chat page tells the list: a conversation that began, got its title or an answer. */
export function useConversationNews() {
  const client = useQueryClient()
  return useMemo(
    () => ({
      upsert: (row: Partial<ConversationRow> & { id: string }) => upsertRow(client, row),
      refresh: () => client.invalidateQueries({ queryKey: LIST_KEY }),
    }),
    [client],
  )
}

interface Rollback {
  before: ConversationPages | undefined
}

/** Shows a change at once and takes it back, with a sentence, when the server refuses it. */
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
      const text = errorText(err)
      if (text) toast(text, { kind: 'error' })
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

/** Deletes several for good; the caller has asked. */
export function useClear() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: string[]) => post('/api/user/agent/conversation/v1/clear', { conversationIds: ids }),
    ...optimistic(client, (ids: string[]) => {
      const gone = new Set(ids)
      editRows(client, (row) => (gone.has(row.id) ? null : row))
    }),
    onSettled: () => client.invalidateQueries({ queryKey: LIST_KEY }),
  })
}

/** Deletes every conversation, page by page, also those that are not loaded. */
export function useClearAll() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      for (;;) {
        const page = await post('/api/user/agent/conversation/list', {
          agentId: boot.defaultAgentId,
          offset: 0,
          limit: CLEAR_SIZE,
        })
        const ids = page.conversations.map((row) => row.id)
        if (ids.length === 0) return
        await post('/api/user/agent/conversation/v1/clear', { conversationIds: ids })
      }
    },
    onSettled: () => client.resetQueries({ queryKey: LIST_KEY }),
  })
}

/**
 * Deletes one conversation with 撤销: it leaves the list at once, and the server
 * hears of it when the toast is gone, or at the latest when the page closes.
 */
export function useDelete() {
  const client = useQueryClient()
  return (id: string) => {
    const { leave, stay } = useMarks.getState()
    const title = findRow(client, id)?.title
    let sent = false
    const commit = async () => {
      if (sent) return
      sent = true
      window.removeEventListener('pagehide', commit)
      try {
        await post('/api/user/agent/conversation/v1/delete', { cid: id }, { keepalive: true })
        editRows(client, (row) => (row.id === id ? null : row))
      } catch (err) {
        const text = errorText(err)
        if (text) toast(text, { kind: 'error' })
      } finally {
        stay(id)
      }
    }
    const undo = () => {
      sent = true
      window.removeEventListener('pagehide', commit)
      stay(id)
    }
    leave(id)
    window.addEventListener('pagehide', commit)
    toast(title ? t('conversation.deletedTitle', { title }) : t('conversation.deleted'), {
      kind: 'undo',
      action: { label: t('ui.undo'), onClick: undo },
      onGone: commit,
    }).catch(commit)
  }
}
