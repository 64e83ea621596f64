import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Layers, Link2 } from 'lucide-react'
import { belongs } from '@/api'
import { useT } from '@/i18n'
import { chatAddress, projectAddress, projectChatAddress } from '@/lib/address'
import { navigate } from '@/lib/router'
import { Button } from '@/ui/button'
import { copyText } from '@/ui/copy'
import { Menu, type MenuEntry } from '@/ui/menu'
import { keyOf, moveOut, useProject } from './calls'
import { trying } from './say'
import { Sign } from './sign'

export interface BadgeProps {
  project: string
  /** The id of the conversation; empty if it has not begun. */
  cid: string
  /** The names of the other members who are asking a question anywhere in the project right now. */
  asking: string
}

/**
 * A button with the name of a conversation's project. It opens a menu with actions on the project and on the
 * conversation.
 */
export function Badge({ project, cid, asking }: BadgeProps) {
  const t = useT()
  const client = useQueryClient()
  const { data } = useProject(project)
  if (!data) return null
  const entries: MenuEntry[] = [
    {
      id: 'open',
      label: t('project.open'),
      icon: <Layers strokeWidth={1.5} />,
      onSelect: () => void navigate(projectAddress(project)),
    },
  ]
  if (cid) {
    entries.push({
      id: 'link',
      label: t('project.memberLink'),
      hint: t('project.memberLink.hint'),
      icon: <Link2 strokeWidth={1.5} />,
      onSelect: () => void copyText(location.origin + projectChatAddress(project, cid), t),
    })
  }
  if (cid && data.role !== 'reader' && !data.archivedAt) {
    entries.push({
      id: 'out',
      label: t('project.moveOut'),
      hint: t('project.moveOut.hint'),
      onSelect: () =>
        void trying(async () => {
          await moveOut(project, cid)
          belongs(cid)
          await client.invalidateQueries({ queryKey: keyOf(project) })
          await client.invalidateQueries({ queryKey: ['conversations'] })
          await navigate(chatAddress(cid))
        }),
    })
  }
  return (
    <>
      {asking && (
        <span role="status" className="max-w-40 truncate text-[13px] text-qing-ink max-md:sr-only">
          {t('project.asking', { names: asking })}
        </span>
      )}
      <Menu
        label={t('project.title')}
        align="end"
        entries={entries}
        trigger={(p) => (
          <Button kind="ghost" size="sm" className="max-w-40" {...p}>
            <Sign sign={data.sign} />
            <span className="truncate">{data.name}</span>
            <ChevronDown strokeWidth={1.5} />
          </Button>
        )}
      />
    </>
  )
}
