import { useQuery } from '@tanstack/react-query'
import { post } from '@/api'
import { useT } from '@/i18n'

/** The id of the built-in engine. */
const OFFLINE = 'offline'

/**
 * Returns a function from the id of a model to its display name: the name in the model list, or the id
 * if the model is not listed. The built-in engine and an empty id have fixed texts.
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
