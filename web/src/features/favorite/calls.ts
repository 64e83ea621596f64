import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type Answer, type Body, post } from '@/api'

type Listed = Answer<'/api/user/agent/favorite/list', 'post'>
export type Favorite = NonNullable<Listed['items']>[number]
export type Opened = Answer<'/api/user/agent/favorite/detail', 'post'>
export type Wanted = Body<'/api/user/agent/favorite/add'>
export type Change = Body<'/api/user/agent/favorite/update'>
export type Mark = NonNullable<Answer<'/api/user/agent/favorite/marks', 'post'>['marks']>[number]

/** The kinds in the order of the filter. */
export const kinds = ['answer', 'file', 'page', 'agent'] as const
export type Kind = (typeof kinds)[number]

export const isKind = (kind: string): kind is Kind => (kinds as readonly string[]).includes(kind)

export interface Wish {
  kind: Kind | ''
  tag: string
  query: string
}

const LIST = ['favorites', 'list'] as const
const MARKS = ['favorites', 'marks'] as const
const STALE = 15_000

/** The favourites, page by page, with the counts of kinds and tags. */
export function useFavorites(wish: Wish) {
  return useInfiniteQuery({
    queryKey: [...LIST, wish],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      post(
        '/api/user/agent/favorite/list',
        {
          kind: wish.kind || undefined,
          tag: wish.tag || undefined,
          query: wish.query || undefined,
          after: pageParam || undefined,
        },
        { signal },
      ),
    getNextPageParam: (last) => last.next || undefined,
    placeholderData: (before) => before,
    staleTime: STALE,
  })
}

/** One favourite with its copy. */
export function useFavorite(id: string) {
  return useQuery({
    queryKey: ['favorites', 'one', id],
    queryFn: ({ signal }) => post('/api/user/agent/favorite/detail', { id }, { signal }),
    retry: false,
    staleTime: STALE,
  })
}

export const marksOf = (cid: string) => [...MARKS, cid] as const
export const markOf = (kind: Kind, thing: string) => [...MARKS, kind, thing] as const

/** The favourites that come from a conversation, or the favourite of one file, page or agent. */
export function useMarks(key: readonly string[]) {
  const [, , first = '', thing] = key
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (
        await post(
          '/api/user/agent/favorite/marks',
          thing === undefined ? { conversationId: first } : { kind: first, thing },
          { signal },
        )
      ).marks ?? [],
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export const add = async (wanted: Wanted): Promise<Favorite> =>
  (await post('/api/user/agent/favorite/add', wanted)).favorite
export const remove = (ids: string[]) => post('/api/user/agent/favorite/delete', { ids })
export const update = (change: Change) => post('/api/user/agent/favorite/update', change)

/** Refetches everything about favourites. */
export const again = (client: QueryClient) => client.invalidateQueries({ queryKey: ['favorites'] })
