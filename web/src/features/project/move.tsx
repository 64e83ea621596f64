import { useQueryClient } from '@tanstack/react-query'
import { useT } from '@/i18n'
import { projectChatAddress } from '@/lib/address'
import { navigate } from '@/lib/router'
import { Dialog } from '@/ui/dialog'
import { EmptyState, Skeleton } from '@/ui/state'
import { moveIn, useProjects } from './calls'
import { trying } from './say'
import { Sign } from './sign'

/** Asks for a project and moves a conversation into it. */
export default function MoveDialog({ cid, onClose }: { cid: string; onClose: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const projects = useProjects()
  const open = projects.data?.filter((p) => p.role !== 'reader' && !p.archivedAt)
  const move = (id: string) =>
    trying(async () => {
      await moveIn(id, cid)
      await client.invalidateQueries({ queryKey: ['conversations'] })
      onClose()
      await navigate(projectChatAddress(id, cid))
    })
  return (
    <Dialog open onOpenChange={onClose} title={t('project.move')} description={t('project.move.text')}>
      {!open ? (
        <Skeleton className="w-1/2" />
      ) : open.length === 0 ? (
        <EmptyState
          title={t('project.empty')}
          action={{ label: t('project.toAll'), onClick: () => void navigate('/project').then(onClose) }}
        />
      ) : (
        <ul className="max-h-80 overflow-y-auto">
          {open.map((p) => (
            <li key={p.project_id}>
              <button
                type="button"
                onClick={() => void move(p.project_id)}
                className="flex min-h-11 w-full items-center gap-2.5 rounded-sm px-3 text-left hover:bg-hover"
              >
                <Sign sign={p.sign} />
                <span className="min-w-0 flex-1 truncate">{p.name}</span>
                {p.members > 1 && (
                  <span className="text-[12px] text-ink-3">{t('project.people', { count: p.members })}</span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
