import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Answer, type Bodies, errorText, post } from '@/api'
import { toast } from '@/ui/toast'

export type Overview = Answer<'/api/user/agent/doc/overview', 'post'>
export type Node = Overview['mindMap']
export type Note = Answer<'/api/user/agent/doc/notes/list', 'post'>['notes'][number]
export type Paragraph = Answer<'/api/user/agent/doc/translate', 'post'>['items'][number]
export type ReadingRecord = Answer<'/api/user/agent/v2/docChatRecord/query', 'post'>['records'][number]
export type Share = Answer<'/api/user/agent/doc/mindMap/share', 'post'>['share']

/** Polling interval for work in progress, in ms. */
export const LOOK = 2000

/** Whether an overview or a translation is in progress. */
export const working = (o?: { state: string }) => o?.state === 'queued' || o?.state === 'running'

/** The overview of a file; polled while a model improves it. */
export function useOverview(docId: string) {
  return useQuery({
    queryKey: ['reading', 'overview', docId],
    queryFn: () => post('/api/user/agent/doc/overview', { docId }),
    refetchInterval: (q) => (working(q.state.data) ? LOOK : false),
  })
}

export function useAgain(docId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => post('/api/user/agent/doc/overview', { docId, again: true }),
    onSuccess: (o) => queries.setQueryData(['reading', 'overview', docId], o),
    onError: say,
  })
}

const notesKey = (docId: string) => ['reading', 'notes', docId]

/** Number of notes per request; the maximum of the server. */
const NOTES = 200

/** All notes of a file. The page needs all of them, because it marks the quote of each note in the file. */
async function allNotes(docId: string, signal: AbortSignal): Promise<Note[]> {
  // A note that is added between two requests moves other notes to the next page; a note on two pages is kept once.
  const all = new Map<string, Note>()
  for (let offset = 0; ; ) {
    const body = { docId, offset, limit: NOTES }
    const { notes, pagination } = await post('/api/user/agent/doc/notes/list', body, { signal })
    for (const note of notes) all.set(note.id, note)
    offset += notes.length
    if (notes.length === 0 || offset >= pagination.totalResults) return [...all.values()]
  }
}

export function useNotes(docId: string) {
  return useQuery({
    queryKey: notesKey(docId),
    queryFn: ({ signal }) => allNotes(docId, signal),
  })
}

/**
 * Changes a cached list. If the list is being fetched, the fetch starts again, because its response may lack the
 * change.
 */
export async function changeList<T>(
  queries: QueryClient,
  queryKey: readonly string[],
  edit: (list: T[]) => T[],
): Promise<void> {
  const loading = queries.isFetching({ queryKey }) > 0 || !queries.getQueryData(queryKey)
  if (loading) await queries.cancelQueries({ queryKey })
  queries.setQueryData<T[]>(queryKey, (list) => list && edit(list))
  if (loading) void queries.invalidateQueries({ queryKey })
}

/** Saves a new or changed note. The list of notes changes only when the server has saved the note. */
export function useSaveNote(docId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (note: Omit<Bodies['/api/user/agent/doc/notes/save'], 'docId'>) =>
      post('/api/user/agent/doc/notes/save', { ...note, docId }),
    onSuccess: ({ note }) =>
      changeList<Note>(queries, notesKey(docId), (notes) =>
        [...notes.filter((n) => n.id !== note.id), note].sort(
          (a, b) => a.unit - b.unit || a.createdAt - b.createdAt,
        ),
      ),
    onError: say,
  })
}

export function useDeleteNote(docId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => post('/api/user/agent/doc/notes/delete', { id }),
    onSuccess: (_, id) =>
      changeList<Note>(queries, notesKey(docId), (notes) => notes.filter((n) => n.id !== id)),
    onError: say,
  })
}

/** Shows an error as a toast. */
export function say(err: unknown): void {
  const text = errorText(err)
  if (text) void toast(text, { kind: 'warning' })
}

/** The offset of the user's time zone from UTC in hours, for times in exported files. */
export const hoursAhead = () => -new Date().getTimezoneOffset() / 60

/** The address of the page that shows a snapshot. */
export const shareAddress = (share: Share) =>
  `${location.origin}/tool/deep-reading/share?token=${encodeURIComponent(share.token)}`

/** Puts a text into the composer of a conversation. */
export const propose = (cid: string, text: string) =>
  import('@/features/chat').then((m) => m.drafts.set(cid, text))

/** The conversation about a file; it is created when first needed. */
export const conversationQuery = (docId: string) => ({
  queryKey: ['reading', 'conversation', docId],
  queryFn: () => post('/api/user/agent/v2/docChatRecord/queryMsg', { docId }).then((a) => a.cid),
  staleTime: Number.POSITIVE_INFINITY,
})
