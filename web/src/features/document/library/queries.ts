import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { errorText } from '@/api'
import { t } from '@/i18n'
import { toast, toastError } from '@/ui/toast'
import { counts, list, parse, pending, remove, rename, search } from '../calls'
import type { DocView, TypeCount } from '../types'
import { watch } from '../upload/watch'
import { COUNT_KEY, editDocs, KEY, LIST_KEY, SEARCH_KEY } from './cache'
import { useView } from './view'

/** How long fetched files are considered fresh, in ms. */
const STALE = 15_000

/** The files of the selected kind in the selected order, page by page. */
export function useDocs() {
  const type = useView((s) => s.type)
  const sort = useView((s) => s.sort)
  const query = useInfiniteQuery({
    queryKey: [...LIST_KEY, type, sort],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => list({ type, sort }, pageParam, signal),
    getNextPageParam: (last) => (last.hasMore && last.cursor ? last.cursor : undefined),
    placeholderData: keepPreviousData,
    staleTime: STALE,
  })
  const docs = useMemo(() => {
    const seen = new Set<string>()
    // A file that moved between two requests may be on two pages; duplicates are removed.
    return (
      query.data?.pages.flatMap((p) => p.docs ?? []).filter((d) => !seen.has(d.id) && seen.add(d.id)) ?? []
    )
  }, [query.data])
  useFollowing(docs)
  return { ...query, docs }
}

/** The number and the total size of the files of each kind. */
export function useCounts() {
  return useQuery({ queryKey: COUNT_KEY, queryFn: ({ signal }) => counts(signal), staleTime: STALE })
}

/** The results of a search for `keyword` in the names and contents of files. */
export function useFound(keyword: string) {
  return useQuery({
    queryKey: [...SEARCH_KEY, keyword],
    queryFn: ({ signal }) => search(keyword, signal),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
    staleTime: STALE,
  })
}

/** Polls the state of the files that are still being parsed. */
function useFollowing(docs: readonly DocView[]): void {
  const client = useQueryClient()
  const ids = docs
    .filter((doc) => pending(doc.status))
    .map((doc) => doc.id)
    .join()
  useEffect(() => {
    if (!ids) return
    const ends = ids.split(',').map((id) =>
      watch(id, (now) => {
        editDocs(client, (doc) => (doc.id === id ? now : doc))
        if (!now) void client.invalidateQueries({ queryKey: COUNT_KEY })
      }),
    )
    return () => {
      for (const end of ends) end()
    }
  }, [client, ids])
}

/**
 * Options of a mutation that applies its change immediately. If the call fails, the library is refetched and the error
 * is shown.
 */
function optimistic<V>(client: QueryClient, showIt: (value: V) => void) {
  return {
    onMutate: async (value: V) => {
      await client.cancelQueries({ queryKey: KEY })
      showIt(value)
    },
    onError: (err: unknown) => {
      void client.invalidateQueries({ queryKey: KEY })
      toastError(errorText(err))
    },
  }
}

export function useRename() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, fileName }: { id: string; fileName: string }) => rename(id, fileName),
    ...optimistic(client, ({ id, fileName }: { id: string; fileName: string }) =>
      editDocs(client, (doc) => (doc.id === id ? { ...doc, fileName } : doc)),
    ),
    onSuccess: () => client.invalidateQueries({ queryKey: LIST_KEY }),
  })
}

export function useRemove() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly string[]) => remove(ids),
    ...optimistic(client, (ids: readonly string[]) =>
      editDocs(client, (doc) => (ids.includes(doc.id) ? null : doc)),
    ),
    onSuccess: (_, ids) => {
      void client.invalidateQueries({ queryKey: KEY })
      void toast(t('document.deleted', { count: ids.length }), { kind: 'success' })
    },
  })
}

/** Asks the server to parse a file again, with a password if the file is locked. */
export function useReadAgain() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, password }: { id: string; password?: string }) => parse(id, password),
    onSuccess: (now) => editDocs(client, (doc) => (doc.id === now.id ? now : doc)),
    onError: (err) => {
      toastError(errorText(err))
    },
  })
}

/** The kinds that have files, and the number and total size of all files. */
export function totals(types: readonly TypeCount[]) {
  const known = types.filter((row) => row.count > 0)
  return {
    count: known.reduce((sum, row) => sum + row.count, 0),
    /** Bytes. */
    size: known.reduce((sum, row) => sum + row.size, 0),
    types: known,
  }
}
