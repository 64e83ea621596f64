import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, get } from '@/api'
import { useLocale, useT } from '@/i18n'
import { Link } from '@/lib/router'
import { Button } from '@/ui/button'
import { Segmented } from '@/ui/segmented'
import { useAct, useList } from '../calls'
import { moment } from '../time'
import { AgentFeatured } from './agent-featured'
import { AgentReports } from './agent-reports'
import { List, Tag } from './list'
import { ReasonDialog } from './reason-dialog'

type Agent = Answer<'/api/admin/agent/queue', 'post'>['agents'][number]

const paths = ['/api/admin/agent/queue', '/api/admin/agent/published'] as const

const views = ['waiting', 'published', 'reported', 'featured'] as const

/** Four views of agents: waiting for review, published, reported, and featured. */
export default function Agents() {
  const t = useT()
  const [view, setView] = useState<(typeof views)[number]>('waiting')
  return (
    <>
      <div className="mt-1 mb-5 flex">
        <Segmented
          label={t('admin.tab.agent')}
          value={view}
          onChange={setView}
          options={views.map((v) => ({ value: v, label: t(`admin.agent.${v}`) }))}
        />
      </div>
      {view === 'reported' ? (
        <AgentReports />
      ) : view === 'featured' ? (
        <AgentFeatured />
      ) : (
        <Versions key={view} path={view === 'waiting' ? paths[0] : paths[1]} />
      )}
    </>
  )
}

/** A list of the agents waiting for review, or of the published agents. */
function Versions({ path }: { path: (typeof paths)[number] }) {
  const t = useT()
  const list = useList(path, {}, (a) => a.agents)
  const approve = useAct('/api/admin/agent/approve', [...paths])
  const refuse = useAct('/api/admin/agent/refuse', [...paths])
  const down = useAct('/api/admin/agent/down', [...paths])
  const [against, setAgainst] = useState<Agent | null>(null)
  const waiting = path === paths[0]
  const busy = approve.isPending || refuse.isPending || down.isPending
  return (
    <>
      <List
        query={list}
        label={t('admin.tab.agent')}
        empty={t(waiting ? 'admin.agent.none' : 'admin.agent.nonePublished')}
        id={(a) => a.id}
      >
        {(a) => (
          <Row
            agent={a}
            waiting={waiting}
            busy={busy}
            onApprove={() => approve.mutate({ agentId: a.id, version: a.version })}
            onAgainst={() => setAgainst(a)}
          />
        )}
      </List>
      {against && (
        <ReasonDialog
          title={t(waiting ? 'admin.agent.refuse.title' : 'admin.agent.down.title', { name: against.name })}
          action={t(waiting ? 'admin.agent.refuse' : 'admin.agent.down')}
          onClose={() => setAgainst(null)}
          onReason={(reason) => {
            const which = { agentId: against.id, version: against.version, reason }
            if (waiting) refuse.mutate(which)
            else down.mutate(which)
            setAgainst(null)
          }}
        />
      )}
    </>
  )
}

interface RowProps {
  agent: Agent
  waiting: boolean
  busy: boolean
  onApprove: () => void
  onAgainst: () => void
}

/**
 * One agent. While the agent waits for review, the row also shows the persona, opening, questions, knowledge and tools.
 * Only the shown version can be approved.
 */
function Row({ agent: a, waiting, busy, onApprove, onAgainst }: RowProps) {
  const t = useT()
  const locale = useLocale()
  const titles = useTitles()
  const facts = [
    t('admin.agent.version', { number: a.version }),
    a.author,
    a.askedAt > 0 && moment(a.askedAt, locale),
  ].filter(Boolean)
  return (
    <article>
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-medium">{a.name}</h2>
        {a.visibility === 'link' && <Tag>{t('admin.agent.link')}</Tag>}
        <span className="text-[13px] text-ink-3">{facts.join(' · ')}</span>
        <span className="ml-auto flex items-center gap-2">
          {!waiting && (
            <Link to={`/chat/${a.id}`} className="hit text-[13px] text-qing-ink">
              {t('admin.agent.open')}
            </Link>
          )}
          <Button size="sm" disabled={busy} onClick={onAgainst}>
            {t(waiting ? 'admin.agent.refuse' : 'admin.agent.down')}
          </Button>
          {waiting && (
            <Button kind="primary" size="sm" disabled={busy} onClick={onApprove}>
              {t('admin.agent.approve')}
            </Button>
          )}
        </span>
      </div>
      <p className="mt-1 text-ink-2">{a.description}</p>
      {waiting && (
        <dl className="mt-2 space-y-2 text-[13px]">
          <Said name={t('admin.agent.persona')} text={a.persona} />
          <Said name={t('admin.agent.opening')} text={a.opening} />
          <Said name={t('admin.agent.questions')} text={a.questions.join('\n')} />
          <Said name={t('admin.agent.knowledge')} text={a.knowledge.join('\n')} />
          <Said name={t('admin.agent.tools')} text={a.tools.map((name) => titles[name] ?? name).join('\n')} />
        </dl>
      )}
    </article>
  )
}

/** The display names of the built-in tools, by their ids. */
function useTitles(): Record<string, string> {
  const { data } = useQuery({
    queryKey: ['admin', 'tools', useLocale()],
    queryFn: ({ signal }) => get('/api/tool', { signal }),
    select: (a) => Object.fromEntries(a.data.tools.map((k) => [k.name, k.title])),
  })
  return data ?? {}
}

function Said({ name, text }: { name: string; text: string }) {
  if (!text) return null
  return (
    <div>
      <dt className="text-ink-3">{name}</dt>
      <dd className="whitespace-pre-wrap break-words text-ink-2">{text}</dd>
    </div>
  )
}
