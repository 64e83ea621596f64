import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { loadWatch } from '@/features/project'
import { projectHere } from '@/lib/address'

const Watch = lazy(loadWatch)

export interface WatchedProps {
  /** The file or stored page; its cached data is removed when the membership ends. */
  id: string
  /** Shown when the membership has ended. */
  gone: ReactNode
  children: ReactNode
}

/** Shows a file of a project only while the user is a member; one of the user's own without a condition. */
export function Watched({ id, gone, children }: WatchedProps) {
  const client = useQueryClient()
  const project = projectHere()
  const [ended, setEnded] = useState<string>()
  const end = useCallback(() => {
    setEnded(project)
    client.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(id) })
  }, [client, project, id])
  if (!project) return children
  if (ended === project) return gone
  return (
    <>
      {children}
      <Suspense>
        <Watch project={project} onEnd={end} />
      </Suspense>
    </>
  )
}
