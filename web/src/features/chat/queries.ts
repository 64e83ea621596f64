import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocale } from '@/i18n'
import { projectHere } from '@/lib/address'
import { type General, getCapabilities, getGeneral, getModels } from './state/calls'
import { listedName, type ModelItem } from './state/choice'

const none: ModelItem[] = []

const hasModel = (list: { modelList?: ModelItem[] }) => list.modelList?.some((m) => !m.offline) ?? false

/** The models to choose from. */
export function useModels(agentId: string) {
  const locale = useLocale()
  const query = useQuery({
    queryKey: ['models', agentId, projectHere(), locale],
    queryFn: ({ signal }) => getModels(agentId, signal),
    staleTime: 30_000,
    // When the language or the project changes, the previous list is shown until the new list arrives.
    placeholderData: (last, query) => (query?.queryKey[1] === agentId ? last : undefined),
    // While no model is connected, the list is refetched every 10 seconds.
    refetchInterval: ({ state }) => (state.data && !hasModel(state.data) ? 10_000 : false),
  })
  return { models: query.data?.modelList ?? query.data?.data?.modelList ?? none, isPending: query.isPending }
}

/**
 * A model's name in the model lists loaded so far. Empty if no list contains the model, or if its name is only its id.
 */
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

function useGeneralQuery() {
  const locale = useLocale()
  return useQuery({
    queryKey: ['general', locale],
    queryFn: ({ signal }) => getGeneral(signal),
    staleTime: 300_000,
  })
}

/** The general information; empty until it is loaded. */
export function useGeneral(): General {
  return useGeneralQuery().data ?? {}
}

/**
 * Whether the general information is being loaded and no attempt has failed yet: it will probably arrive in a moment.
 */
export function useGeneralSoon(): boolean {
  const { isLoading, failureCount } = useGeneralQuery()
  return isLoading && failureCount === 0
}

export interface SearchSource {
  on: boolean
  /** A setting that would enable web search; empty if a search source is configured or no setting is known. */
  setting: string
}

/** Whether a search source is configured, and a setting that would configure a source. */
export function useSearchSource(): SearchSource {
  const query = useQuery({
    queryKey: ['capabilities'],
    queryFn: ({ signal }) => getCapabilities(signal),
    staleTime: 60_000,
  })
  const row = query.data?.capabilities?.find((c) => c.id === 'search')
  return { on: row?.state === 'ready', setting: row?.set?.[0] ?? '' }
}
