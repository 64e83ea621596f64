import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocale } from '@/i18n'
import { projectHere } from '@/lib/address'
import { type General, getCapabilities, getGeneral, getModels } from './state/calls'
import { listedName, type ModelItem } from './state/choice'

const none: ModelItem[] = []

const hasModel = (list: { modelList?: ModelItem[] }) => list.modelList?.some((m) => !m.offline) ?? false

/** The models that may be chosen. */
export function useModels(agentId: string) {
  const query = useQuery({
    queryKey: ['models', agentId, projectHere()],
    queryFn: ({ signal }) => getModels(agentId, signal),
    staleTime: 30_000,
    // A page that waits for a first model notices it.
    refetchInterval: ({ state }) => (state.data && !hasModel(state.data) ? 10_000 : false),
  })
  return { models: query.data?.modelList ?? query.data?.data?.modelList ?? none, isPending: query.isPending }
}

/** What the list that is on the page calls a model; empty where it is called by its own id. */
export function useListedName(modelId: string): string {
  const lists = useQueryClient().getQueriesData<Awaited<ReturnType<typeof getModels>>>({
    queryKey: ['models'],
  })
  for (const [, list] of lists) {
    const name = listedName(list?.modelList ?? [], modelId)
    if (name) return name
  }
  return ''
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

export interface SearchSource {
  on: boolean
  /** What to set to get one; empty when nobody knows. */
  setting: string
}

/** Whether a search source is set up, and if not, what to set. */
export function useSearchSource(): SearchSource {
  const query = useQuery({
    queryKey: ['capabilities'],
    queryFn: ({ signal }) => getCapabilities(signal),
    staleTime: 60_000,
  })
  const row = query.data?.capabilities?.find((c) => c.id === 'search')
  return { on: row?.state === 'ready', setting: row?.set?.[0] ?? '' }
}
