import { useEffect } from 'react'
import { isGone, useStanding } from './calls'

/** Calls onEnd as soon as the user is no longer a member of the project. Renders nothing. */
export default function Watch({ project, onEnd }: { project: string; onEnd: () => void }) {
  const gone = isGone(useStanding(project).error)
  useEffect(() => {
    if (gone) onEnd()
  }, [gone, onEnd])
  return null
}
