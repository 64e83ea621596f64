import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { projectHere } from '@/lib/address'
import { detail, type FullDoc } from './calls'

/** How often a file that is being read is looked at, in ms. */
const LOOK = 1000

/** What is known of a file; it follows while the server reads it. */
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
