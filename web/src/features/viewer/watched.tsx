import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { loadWatch } from '@/features/project'
import { projectHere } from '@/lib/address'
import { lazy } from '@/lib/lazy'

const Watch = lazy(loadWatch)

export interface WatchedProps {
  /** The id of the file or stored page. Its cached data is removed when the user's membership in the project ends. */
  id: string
  /** Shown when the user's membership in the project has ended. */
  gone: ReactNode
  children: ReactNode
}

/** Shows a file or a stored page. In a project, `children` are shown only while the user is a member. */
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
