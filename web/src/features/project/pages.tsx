import { useParams } from '@/lib/router'
import { List } from './list'
import { One } from './one'

export { JoinPage } from './join'

/** /project: the projects of the user; with an id, one project. */
export function ProjectPage() {
  const { projectId } = useParams()
  return projectId ? <One key={projectId} id={projectId} /> : <List />
}
