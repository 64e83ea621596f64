import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** How long a page waits at most, in ms. */
const LONGEST = 1000

/**
 * Whether the first queries of a page are answered and its parts are loaded. A page whose sections
 * are loaded separately is shown then, so that no section moves those below it.
 */
export function useSettled(...parts: readonly { load: () => Promise<unknown> }[]): boolean {
  const client = useQueryClient()
  const fetching = useIsFetching()
  const [loaded, setLoaded] = useState(parts.length === 0)
  const [settled, settle] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts of a page do not change.
  useEffect(() => {
    void Promise.allSettled(parts.map((part) => part.load())).then(() => setLoaded(true))
    const timer = setTimeout(() => settle(true), LONGEST)
    return () => clearTimeout(timer)
  }, [])
  // Queries that the sections have just started are not yet in the rendered count.
  useEffect(() => {
    if (loaded && fetching === 0 && client.isFetching() === 0) settle(true)
  }, [loaded, fetching, client])
  return settled
}
