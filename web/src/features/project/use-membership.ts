import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isGone, keyOf, LIST, useProject, useStanding } from './calls'

/**
 * The current state of the project, and whether the user is a member. If the user is not a member (any more), the
 * cached data of the project is removed.
 */
export function useMembership(id: string) {
  const client = useQueryClient()
  const project = useProject(id)
  const standing = useStanding(id)
  const gone = isGone(project.error) || isGone(standing.error)
  const now = standing.data
  const known = project.data
  const changed =
    now &&
    known &&
    (now.role !== known.role || now.archived !== Boolean(known.archivedAt)) &&
    !project.isFetching
  useEffect(() => {
    if (changed) void client.invalidateQueries({ queryKey: LIST })
  }, [client, changed])
  useEffect(() => {
    if (!gone) return
    const standing = keyOf(id, 'standing').join()
    client.removeQueries({ predicate: ({ queryKey: key }) => key.includes(id) && key.join() !== standing })
    void client.invalidateQueries({ queryKey: LIST, exact: true })
  }, [client, gone, id])
  return {
    gone,
    project: gone ? undefined : known,
    failed: project.isError && !gone ? project.error : null,
    /** Time of the last question or change in the project; 0: not known yet. */
    updatedAt: now?.updatedAt ?? 0,
    asking: (!gone && now?.asking) || [],
    role: now?.role ?? known?.role,
    archived: now?.archived ?? Boolean(known?.archivedAt),
    again: () => void project.refetch(),
  }
}
