import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { find, joined, nextStart, type Wish } from './calls'

/** Delay between the last key and the search, in ms. */
const DELAY = 150

/** Interval between repeated searches while some texts are not indexed yet, in ms. */
const WAITING_INTERVAL = 2_000

/** The debounced value. */
function useSettled<T>(value: T): T {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), DELAY)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** The server's results; results of a single kind are loaded page by page. */
export function useSearch(wish: Wish) {
  const query = useSettled(wish.query.trim())
  const asked = wish.query.trim()
  const on = query !== '' && asked !== ''
  const found = useInfiniteQuery({
    queryKey: ['search', { ...wish, query }],
    queryFn: ({ pageParam, signal }) => find({ ...wish, query }, pageParam, signal),
    initialPageParam: { project: '', after: '' },
    getNextPageParam: (_, pages) => (wish.kind === 'all' ? undefined : nextStart(pages)),
    placeholderData: keepPreviousData,
    enabled: on,
    staleTime: 0,
    gcTime: 60_000,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.waiting ? WAITING_INTERVAL : false),
  })
  const pages = on ? found.data?.pages : undefined
  const { groups, spaces } = useMemo(() => joined(pages ?? []), [pages])
  return {
    ...found,
    on,
    groups,
    project: (on && found.data?.pages[0]?.project) || '',
    spaces,
    left: on ? (found.data?.pages[0]?.left ?? 0) : 0,
    waiting: on ? (found.data?.pages[0]?.waiting ?? 0) : 0,
    /** Whether the results for the typed query are still missing. */
    behind: asked !== '' && (asked !== query || found.isPlaceholderData || found.isPending),
  }
}
