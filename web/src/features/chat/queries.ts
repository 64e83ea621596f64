import { useQuery } from '@tanstack/react-query'
import { get } from '@/api'
import { useLocale } from '@/i18n'
import { type General, getGeneral, getModels } from './state/calls'
import type { ModelItem } from './state/choice'

const none: ModelItem[] = []

/** The models that may be chosen. */
export function useModels(agentId: string) {
  const query = useQuery({
    queryKey: ['models', agentId],
    queryFn: ({ signal }) => getModels(agentId, signal),
    staleTime: 30_000,
  })
  return { models: query.data?.modelList ?? query.data?.data?.modelList ?? none, isPending: query.isPending }
}

/** The general information; empty until it is there, and the page has defaults for all of it. */
export function useGeneral(): General {
  const locale = useLocale()
  const query = useQuery({
    queryKey: ['general', locale],
    queryFn: ({ signal }) => getGeneral(signal),
    staleTime: 300_000,
  })
  return query.data ?? {}
}

/** Whether a search source is set up, and if not, what to set. */
export function useSearchSource(wanted: boolean): { on: boolean; setting: string } {
  const query = useQuery({
    queryKey: ['capabilities'],
    queryFn: ({ signal }) => get('/api/model/capabilities', { signal }),
    staleTime: 60_000,
    enabled: wanted,
  })
  const row = query.data?.capabilities.find((c) => c.id === 'search')
  return { on: row?.state === 'on' || row?.state === 'builtin', setting: row?.setting ?? '' }
}
