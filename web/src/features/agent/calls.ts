import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type Answer, ApiError, type Body, get, post } from '@/api'

export type Agent = Answer<'/api/user/agent/detail', 'post'>['data']
export type Own = Answer<'/api/user/agent/draft', 'post'>['data']
export type Spec = NonNullable<Body<'/api/user/agent/edit'>['spec']>
export type Visibility = 'private' | 'link' | 'public'

const KEY = ['agents'] as const
const STALE = 15_000

/** The agent id for the author's conversations with the draft of an agent. */
export const draftOf = (id: string): string => `draft-${id}`

/** An agent as its users see it. */
export function useAgent(agentId: string) {
  return useQuery({
    queryKey: [...KEY, 'one', agentId],
    queryFn: ({ signal }) => post('/api/user/agent/detail', { agentId }, { signal }),
    select: (a) => a.data,
    retry: (times, err) => times < 2 && !(err instanceof ApiError && err.status === 404),
    staleTime: STALE,
  })
}

/** The draft of an agent. The editor uses only the first result; afterwards it holds the newest state itself. */
export function useOwn(agentId: string) {
  return useQuery({
    queryKey: [...KEY, 'own', agentId],
    queryFn: ({ signal }) => post('/api/user/agent/draft', { agentId }, { signal }),
    select: (a) => a.data,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
}

/** Polling interval for the parsing state of files, in ms. */
const LOOK = 3_000

/** The files of a draft with their current state; the state is polled while files are parsed. */
export function useFiles(own: Own): Own['files'] {
  const unread = own.files.filter((f) => !f.ready).map((f) => f.id)
  const { data } = useQuery({
    queryKey: [...KEY, 'files', own.id, own.revision],
    queryFn: ({ signal }) => post('/api/user/agent/draft', { agentId: own.id }, { signal, quiet: true }),
    select: (a) => a.data.files,
    enabled: unread.length > 0,
    refetchInterval: (query) => (query.state.data?.data.files.every((f) => f.ready) ? false : LOOK),
  })
  return data ?? own.files
}

const PAGE = 20

/** The user's own agents, or the agents used by the user. */
export function useAgents(which: 'mine' | 'v4/list') {
  return useInfiniteQuery({
    queryKey: [...KEY, which],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      post(`/api/user/agent/${which}`, { offset: pageParam, limit: PAGE }, { signal }),
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length * PAGE : undefined),
    staleTime: STALE,
  })
}

export const again = (client: QueryClient) => client.invalidateQueries({ queryKey: KEY })

/** All tools with their display names. */
export function useTools() {
  return useQuery({
    queryKey: [...KEY, 'tools'],
    queryFn: async ({ signal }) => {
      const [own, more] = await Promise.all([
        get('/api/tool', { signal }),
        // Tools of connectors; visitors have no connectors.
        post('/api/mcp/names', {}, { signal, quiet: true }).catch(() => null),
      ])
      return [
        ...own.data.tools,
        ...(more?.tools ?? []).map(({ name, title, server }) => ({
          name,
          title,
          text: server,
          allowed: true,
        })),
      ]
    },
    staleTime: STALE,
  })
}

export function useSites() {
  return useQuery({
    queryKey: [...KEY, 'sites'],
    queryFn: ({ signal }) => post('/api/user/agent/sites', {}, { signal }),
    select: (a) => a.sites,
    staleTime: STALE,
  })
}

export const create = (spec: Spec) => post('/api/user/agent/create', { spec })
export const save = (agentId: string, revision: number, spec: Spec) =>
  post('/api/user/agent/edit', { agentId, revision, spec })
export const copy = (agentId: string) => post('/api/user/agent/copy', { agentId })
export const remove = (agentId: string) => post('/api/user/agent/delete', { agentId })
export const pin = (agentId: string, top: boolean) => post('/api/user/agent/top', { agentId, top })
export const publish = (agentId: string, visibility: Visibility) =>
  post('/api/user/agent/publish', { agentId, visibility })
export const versions = (agentId: string, signal?: AbortSignal) =>
  post('/api/user/agent/versions', { agentId }, { signal })
export const compare = (agentId: string, version: number, signal?: AbortSignal) =>
  post('/api/user/agent/compare', { agentId, version }, { signal })
export const goBackTo = (agentId: string, version: number) =>
  post('/api/user/agent/goBack', { agentId, version })
export const addAvatar = (picture: string) => post('/api/user/agent/avatar', { picture })
