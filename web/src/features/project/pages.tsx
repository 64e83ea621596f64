import { useParams } from '@/lib/router'
import { List } from './list'
import { One } from './one'

export { ProjectChatPage } from './chat'
export { JoinPage } from './join'

/** /project: the projects of the user, or one of them. */
export function ProjectPage() {
  const { projectId } = useParams()
  return projectId ? <One key={projectId} id={projectId} /> : <List />
}
