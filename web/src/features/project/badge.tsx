import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Layers } from 'lucide-react'
import { useT } from '@/i18n'
import { chatAddress } from '@/lib/address'
import { navigate } from '@/lib/router'
import { Button } from '@/ui/button'
import { Menu, type MenuEntry } from '@/ui/menu'
import { keyOf, moveOut, useProject } from './calls'
import { trying } from './say'
import { Sign } from './sign'

export interface BadgeProps {
  project: string
  /** The conversation; empty: it has not begun. */
  cid: string
  to: string
}

/** To which project a conversation belongs, and the way back to it. */
export default function Badge({ project, cid, to }: BadgeProps) {
  const t = useT()
  const client = useQueryClient()
  const { data } = useProject(project)
  if (!data) return null
  const entries: MenuEntry[] = [
    {
      id: 'open',
      label: t('project.open'),
      icon: <Layers strokeWidth={1.5} />,
      onSelect: () => void navigate(to),
    },
  ]
  if (cid && data.role !== 'reader') {
    entries.push({
      id: 'out',
      label: t('project.moveOut'),
      hint: t('project.moveOut.hint'),
      onSelect: () =>
        void trying(async () => {
          await moveOut(project, cid)
          await client.invalidateQueries({ queryKey: keyOf(project) })
          await client.invalidateQueries({ queryKey: ['conversations'] })
          await navigate(chatAddress(cid))
        }),
    })
  }
  return (
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
  )
}
