import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { projectHere } from '@/lib/address'
import { detail, type FullDoc } from './calls'

/** Polling interval of a file that is queued for parsing or being parsed, in ms. */
export const LOOK = 1000

/** The data of a file; updated until the server has parsed it. */
export function useDoc(id: string): UseQueryResult<FullDoc> {
  return useQuery({
    queryKey: ['document', 'detail', id, projectHere()],
    queryFn: ({ signal }) => detail(id, signal),
    enabled: id !== '',
    refetchInterval: (query) => {
      const status = query.state.data?.status
      return status === 'queued' || status === 'parsing' ? LOOK : false
    },
  })
}
