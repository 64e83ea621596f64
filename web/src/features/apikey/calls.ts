import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Answer, type Bodies, get } from '@/api'

export type Listed = Answer<'/api/apikey/list', 'get'>['data']
export type Key = Listed['keys'][number]
export type Wish = Bodies['/api/apikey/create']
export type Model = Answer<'/api/apikey/models', 'get'>['data']['data'][number]

const KEY = ['apikey']

/** The user's keys, and a function to refetch them. */
export function useKeys(userId: string, enabled: boolean) {
  const queries = useQueryClient()
  const list = useQuery({
    queryKey: [...KEY, userId],
    queryFn: () => get('/api/apikey/list').then((a) => a.data),
    enabled,
  })
  return { list, again: () => queries.invalidateQueries({ queryKey: KEY }) }
}

/** The models to which a key can be limited. */
export const useModels = (enabled: boolean) =>
  useQuery({
    queryKey: [...KEY, 'models'],
    queryFn: () => get('/api/apikey/models').then((a) => a.data.data),
    enabled,
  })
