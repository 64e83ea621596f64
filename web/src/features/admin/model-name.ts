import { useQuery } from '@tanstack/react-query'
import { post } from '@/api'
import { useT } from '@/i18n'

/** The id of the built-in engine. */
const OFFLINE = 'offline'

/**
 * The display name of an entry of the model list: the name in the list, its id if it is no longer
 * listed, and a fixed text for the built-in engine.
 */
export function useModelName(): (id: string) => string {
  const t = useT()
  const { data } = useQuery({
    queryKey: ['admin', 'models'],
    queryFn: () => post('/api/agent/model/list', {}),
    staleTime: 60_000,
  })
  const all = (data?.modelList ?? []).flatMap((m) => [m, ...(m.subModelList ?? [])])
  return (id) => {
    if (id === OFFLINE) return t('model.state.builtin')
    return all.find((m) => m.chatModelId === id)?.modelName ?? (id || t('admin.usage.unknown'))
  }
}
