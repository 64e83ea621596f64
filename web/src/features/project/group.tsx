import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '@/api'
import { useT } from '@/i18n'
import { projectAddress, projectChatAddress } from '@/lib/address'
import { cn } from '@/lib/cn'
import { Link, useParams } from '@/lib/router'
import { type Project, useConversationsOf, useProjects } from './calls'
import { Sign } from './sign'

/**
 * Maximum number of projects in the sidebar, and of conversations of an unfolded project. If the project of
 * the current page is not among the first FEW projects, it is shown in addition.
 */
const FEW = 5

const row =
  'flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-sm px-3 text-ink-2 transition-colors duration-[var(--fast)] hover:bg-hover max-md:min-h-11'

export interface GroupProps {
  onOpen: () => void
}

/** The most recently used projects, which can be unfolded to show their newest conversations. */
export default function Group({ onOpen }: GroupProps) {
  const t = useT()
  const { projectId: here, chatId } = useParams()
  const projects = useProjects()
  const live = projects.data?.filter((p) => !p.archivedAt) ?? []
  // The project of the current page is included even beyond FEW, unless it is archived.
  const shown = live.filter((p, i) => i < FEW || p.project_id === here)
  if (shown.length === 0) return null
  return (
    <section>
      <h2 className="px-3 pt-4 pb-1 text-[12px] text-ink-3">{t('project.recent')}</h2>
      <ul>
        {shown.map((p) => (
          <Entry
            key={p.project_id}
            project={p}
            here={p.project_id === here}
            chatId={chatId}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {live.length > shown.length && (
        <Link to="/project" onClick={onOpen} className={cn(row, 'text-[13px] text-ink-3')}>
          {t('project.toAll')}
        </Link>
      )}
    </section>
  )
}

interface EntryProps extends GroupProps {
  project: Project
  /** Whether the current page belongs to this project. */
  here: boolean
  chatId?: string
}

function Entry({ project, here, ...rest }: EntryProps) {
  const t = useT()
  const [chosen, choose] = useState<boolean | null>(null)
  const open = chosen ?? here
  const { project_id: id, name } = project
  const own = here && !rest.chatId
  return (
    <li>
      <div className="flex items-center">
        <Link
          to={projectAddress(id)}
          onClick={rest.onOpen}
          aria-current={own ? 'page' : undefined}
          className={cn(row, own && 'bg-hover text-ink')}
        >
          <Sign sign={project.sign} />
          <span className="truncate">{name}</span>
        </Link>
        <button
          type="button"
          aria-expanded={open}
          aria-label={t('project.conversationsOf', { name })}
          onClick={() => choose(!open)}
          className="hit inline-grid size-9 shrink-0 place-items-center rounded-sm text-ink-3 hover:bg-hover"
        >
          <ChevronRight
            size={16}
            strokeWidth={1.5}
            className={cn('transition-transform', open && 'rotate-90')}
          />
        </button>
      </div>
      {open && <Conversations id={id} {...rest} />}
    </li>
  )
}

function Conversations({ id, chatId, onOpen }: { id: string; chatId?: string } & GroupProps) {
  const t = useT()
  const list = useConversationsOf(id)
  const rows = list.data?.pages.flatMap((p) => p.conversations ?? []).slice(0, FEW) ?? []
  if (rows.length === 0) {
    const said = list.isError ? errorText(list.error) : list.isSuccess ? t('project.conversations.empty') : ''
    return said ? <p className="py-2 pr-3 pl-10 text-[13px] text-ink-3">{said}</p> : null
  }
  return (
    <ul className="pl-5">
      {rows.map((c) => (
        <li key={c.id} className="flex">
          <Link
            to={projectChatAddress(id, c.id)}
            onClick={onOpen}
            aria-current={c.id === chatId ? 'page' : undefined}
            className={cn(row, c.id === chatId && 'bg-hover text-ink')}
          >
            <span className="truncate">{c.title || t('project.untitled')}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
