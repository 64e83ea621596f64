import { useQueryClient } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '@/api'
import { loadInProject } from '@/features/memory'
import { loadOfProject } from '@/features/share'
import { PageFrame } from '@/features/shell'
import { useLocale, useT, withCatalogue } from '@/i18n'
import { projectChatAddress } from '@/lib/address'
import { cn } from '@/lib/cn'
import { askAtHome } from '@/lib/home-question'
import { part } from '@/lib/part'
import { Link } from '@/lib/router'
import { useSettled } from '@/lib/settled'
import { useSlot } from '@/lib/slot'
import { Button, IconButton } from '@/ui/button'
import { Textarea } from '@/ui/field'
import { Section } from '@/ui/section'
import { ErrorState, Skeleton } from '@/ui/state'
import { type Detail, keyOf, useConversationsOf } from './calls'
import { Gone } from './gone'
import { Activities } from './parts/activity'
import { Answers } from './parts/answers'
import { Files } from './parts/files'
import { Members } from './parts/members'
import { Settings } from './parts/settings'
import { useMembership } from './use-membership'

const Shares = part(withCatalogue('share', loadOfProject))
const Memory = part(withCatalogue('memory', loadInProject))

/** One project. If the user is removed from the project, the page shows `Gone` after the next poll. */
export function One({ id }: { id: string }) {
  const t = useT()
  const { gone, project, failed, asking, again } = useMembership(id)
  if (!project) {
    return (
      <PageFrame title={t('project.title')} up="/project">
        {gone ? (
          <Gone />
        ) : failed ? (
          <ErrorState
            title={t('project.failed')}
            text={errorText(failed) ?? undefined}
            action={{ label: t('ui.retry'), onClick: again }}
          />
        ) : (
          <Waiting />
        )}
      </PageFrame>
    )
  }
  return <Whole id={id} project={project} asking={asking} />
}

const Waiting = ({ className }: { className?: string }) => (
  <div className={cn('space-y-6 py-4', className)} aria-busy>
    <Skeleton className="w-1/3" />
    <Skeleton className="w-3/4" />
  </div>
)

interface WholeProps {
  id: string
  project: Detail
  asking: ReturnType<typeof useMembership>['asking']
}

function Whole({ id, project, asking }: WholeProps) {
  const t = useT()
  const teams = useSlot('teamAccounts').visible
  const sharing = useSlot('sharing').visible
  const edits = project.role !== 'reader' && !project.archivedAt
  const others = asking.filter((a) => !a.self)
  const settled = useSettled(...(edits && sharing ? [Memory, Shares] : [Memory]))
  return (
    <PageFrame
      title={`${project.sign ? `${project.sign} ` : ''}${project.name}`}
      start={project.archivedAt ? <Note>{t('project.archived')}</Note> : undefined}
      up="/project"
      className="relative"
    >
      {!settled && <Waiting className="absolute inset-x-0 px-(--edge)" />}
      <div className={settled ? undefined : 'invisible'}>
        {project.description && <p className="mb-3 whitespace-pre-wrap text-ink-2">{project.description}</p>}
        {edits && <Ask project={id} />}
        {others.length > 0 && (
          <p role="status" className="mt-3 text-[13px] text-qing-ink">
            {t('project.asking', { names: [...new Set(others.map((a) => a.name))].join('、') })}
          </p>
        )}
        <Conversations id={id} edits={edits} running={new Set(asking.map((a) => a.conversationId))} />
        <Files id={id} edits={edits} />
        <Answers id={id} project={project} edits={edits} />
        <Memory project={id} edits={edits} />
        {edits && sharing && <Shares project={id} />}
        {teams && <Members id={id} owner={project.role === 'owner'} />}
        <Settings id={id} project={project} edits={edits} />
        {teams && project.members > 0 && <Activities id={id} />}
      </div>
    </PageFrame>
  )
}

const Note = ({ children }: { children: string }) => (
  <span className="shrink-0 text-[12px] text-ink-3">{children}</span>
)

/** Starts a conversation in the project. */
function Ask({ project }: { project: string }) {
  const t = useT()
  const [text, setText] = useState('')
  const send = () => {
    if (text.trim()) void askAtHome(text.trim(), 'project', projectChatAddress(project))
  }
  return (
    <div className="mt-2 flex items-end gap-2 rounded-md border border-line bg-surface p-1 pl-4 focus-within:border-qing">
      <Textarea
        aria-label={t('project.ask')}
        placeholder={t('project.ask')}
        rows={1}
        value={text}
        onChange={(e) => setText(e.target.value)}
        onKeyDown={(e) => {
          if (e.key !== 'Enter' || e.shiftKey || e.nativeEvent.isComposing) return
          e.preventDefault()
          send()
        }}
        className="max-h-40 py-2"
      />
      <IconButton label={t('project.ask.send')} disabled={!text.trim()} onClick={send}>
        <ArrowUp strokeWidth={1.5} />
      </IconButton>
    </div>
  )
}

function Conversations({ id, edits, running }: { id: string; edits: boolean; running: Set<string> }) {
  const t = useT()
  const locale = useLocale()
  const client = useQueryClient()
  const list = useConversationsOf(id)
  const rows = list.data?.pages.flatMap((p) => p.conversations ?? []) ?? []
  // The list is refetched when an answer begins or ends.
  const now = [...running].sort().join()
  const seen = useRef(now)
  useEffect(() => {
    if (seen.current === now) return
    seen.current = now
    void client.invalidateQueries({ queryKey: keyOf(id, 'conversations') })
  }, [client, id, now])
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  return (
    <Section title={t('project.conversations')}>
      {rows.map((c) => (
        <Link
          key={c.id}
          to={projectChatAddress(id, c.id)}
          className="flex min-h-11 items-center gap-2.5 px-4 py-2.5 hover:bg-hover"
        >
          <span className="min-w-0 flex-1 truncate">{c.title || t('project.untitled')}</span>
          <span className="shrink-0 text-[12px] text-ink-3">
            {running.has(c.id) ? t('project.answering') : day.format(c.lastRepliedAt)}
          </span>
        </Link>
      ))}
      {list.isSuccess && rows.length === 0 && (
        <p className="px-4 py-2.5 text-[13px] text-ink-3">
          {t(edits ? 'project.conversations.none' : 'project.conversations.empty')}
        </p>
      )}
      {list.isError && (
        <p role="alert" className="px-4 py-2.5 text-[13px] text-ink-3">
          {errorText(list.error)}
        </p>
      )}
      {list.hasNextPage && (
        <Button kind="ghost" size="sm" onClick={() => void list.fetchNextPage()}>
          {t('project.more')}
        </Button>
      )}
    </Section>
  )
}
