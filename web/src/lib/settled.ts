import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** Maximum waiting time of a page, in ms. */
const LONGEST = 1000

/**
 * Whether a page can be shown: true when the parts of the page are loaded and no query of the app is running, or after
 * LONGEST. If the sections of the page were shown one by one, each section would move the sections below it.
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
  // `fetching` does not yet include queries that have just started, so the current number is read from the
  // client as well.
  useEffect(() => {
    if (loaded && fetching === 0 && client.isFetching() === 0) settle(true)
  }, [loaded, fetching, client])
  return settled
}
