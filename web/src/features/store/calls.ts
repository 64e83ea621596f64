import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Answer, post } from '@/api'
import { useLocale } from '@/i18n'

const ROOT = '/api/user/agent/store'

export type AgentCard = Answer<'/api/user/agent/store/list', 'post'>['data']['list'][number]
export type Starter = Answer<'/api/user/agent/store/home', 'post'>['data']['starters'][number]
export type AgentDetail = Answer<'/api/user/agent/store/detail', 'post'>['data']
export type ClockState = Answer<'/api/user/agent/clockIn/state', 'post'>['data']

export const categories = ['work', 'writing', 'study', 'code', 'data', 'life'] as const
export type Category = (typeof categories)[number]
export type Order = 'hot' | 'new'

/** A query of the store. */
export interface Wanted {
  category: Category | ''
  order: Order
  text: string
}

/** Number of agents per page. */
export const PAGE = 24

/** The featured agents, and suggested questions for people who have asked no agent yet. */
export function useHome(enabled: boolean) {
  const locale = useLocale()
  return useQuery({
    queryKey: ['store', 'home', locale],
    queryFn: async ({ signal }) => (await post(`${ROOT}/home`, {}, { signal })).data,
    enabled,
    staleTime: 60_000,
  })
}

export const getAgents = async (
  { category, order, text }: Wanted,
  offset: number,
  signal?: AbortSignal,
): Promise<{ list: AgentCard[]; hasMore: boolean }> =>
  (await post(`${ROOT}/list`, { category, sort: order, query: text, offset, limit: PAGE }, { signal })).data

export function useAgent(agentId: string) {
  const locale = useLocale()
  return useQuery({
    queryKey: ['store', 'agent', agentId, locale],
    queryFn: async ({ signal }) => (await post(`${ROOT}/detail`, { agentId }, { signal })).data,
    enabled: agentId !== '',
    retry: false,
  })
}

/** Sets or removes a like; the response updates the counts on the page. */
export function useLike(agentId: string) {
  const client = useQueryClient()
  const locale = useLocale()
  const key = ['store', 'agent', agentId, locale]
  return useMutation({
    mutationFn: async (like: boolean) => (await post(`${ROOT}/like`, { agentId, like })).data,
    onSuccess: (counts) => {
      client.setQueryData<AgentDetail>(key, (a) => a && { ...a, ...counts })
      void client.invalidateQueries({ queryKey: ['store', 'home'] })
    },
  })
}

/** The browser's time zone, as an IANA name; Asia/Shanghai if it is unknown. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'Asia/Shanghai'

/** The user's clock-ins with an agent in a month such as 2026-11; empty: the current month. */
export function useClock(agentId: string, month: string) {
  return useQuery({
    queryKey: ['clockIn', agentId, month],
    queryFn: async ({ signal }) =>
      (await post('/api/user/agent/clockIn/state', { agentId, timeZone: timeZone(), month }, { signal }))
        .data,
    enabled: agentId !== '',
    placeholderData: (before) => before,
  })
}

export function useClockIn(agentId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () =>
      (await post('/api/user/agent/clockIn/add', { agentId, timeZone: timeZone() })).data,
    onSuccess: () => client.invalidateQueries({ queryKey: ['clockIn', agentId] }),
  })
}
