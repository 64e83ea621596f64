import { BookLock, Bot, Info, Wrench } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { errorText } from '@/api'
import { agentAddress } from '@/features/store'
import { useT } from '@/i18n'
import { boot } from '@/lib/boot'
import { Link, navigate } from '@/lib/router'
import { Sign } from '@/ui/sign'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { useAgent, useTools } from './calls'

/** The agent's icon and name at the top of a conversation. They link to a new conversation with the agent. */
export function AgentHead({ agentId }: { agentId: string }) {
  const t = useT()
  const { data } = useAgent(agentId)
  if (!data) return null
  return (
    <Link
      to={`/chat/${encodeURIComponent(agentId)}`}
      title={t('agent.newChat', { name: data.name })}
      className="hit flex min-w-0 items-center gap-2 rounded-sm px-2 py-1 font-medium hover:bg-hover"
    >
      <Sign name={data.name} picture={data.avatar} size="sm" />
      <span className="truncate">{data.name}</span>
    </Link>
  )
}

export interface AgentHomeProps {
  agentId: string
  composer: ReactNode
  /** The explanation of a temporary conversation; empty for other conversations. */
  notice: string
  onCard: (question: string) => void
}

/** The start page of an agent: its introduction, opening and suggested questions. */
export function AgentHome({ agentId, composer, notice, onCard }: AgentHomeProps) {
  const t = useT()
  const { data, error, isError, refetch } = useAgent(agentId)
  useEffect(() => {
    if (data) document.title = `${data.name} · ${boot.brand.name}`
  }, [data])
  if (isError && !data) {
    const gone = 'status' in error && error.status === 404
    return (
      <div className="grid flex-1 place-items-center">
        {gone ? (
          <EmptyState
            page
            icon={<Bot strokeWidth={1.5} />}
            title={t('agent.missing')}
            text={t('agent.missing.text')}
            action={{ label: t('agent.missing.home'), onClick: () => navigate('/') }}
          />
        ) : (
          <ErrorState
            title={errorText(error) ?? t('error.service')}
            action={{ label: t('ui.retry'), onClick: () => void refetch() }}
          />
        )}
      </div>
    )
  }
  return (
    <section className="relative flex min-h-0 flex-1 flex-col items-center overflow-y-auto px-6 max-sm:px-4 max-sm:pb-[calc(12px+env(safe-area-inset-bottom)+var(--keyboard-inset))] sm:pb-[10vh]">
      <div className="min-h-0 flex-1" />
      {data ? (
        <>
          <Sign name={data.name} picture={data.avatar} size="lg" />
          <h1 className="mt-3 text-balance text-center font-semibold text-[18px] leading-7">{data.name}</h1>
          {data.description && (
            <p className="mt-1 max-w-sm text-balance text-center text-ink-2">{data.description}</p>
          )}
          <p className="mt-1 text-center text-[12.5px] text-ink-3">
            {[
              data.author && t('agent.by', { name: data.author }),
              data.uses > 0 && t('agent.uses', { count: data.uses }),
            ]
              .filter(Boolean)
              .join(' · ')}
            {!data.isDefault && !data.draft && (
              <>
                {' · '}
                <Link to={agentAddress(data.id)} className="hit border-current border-b">
                  {t('agent.about')}
                </Link>
              </>
            )}
            {data.mine && (
              <>
                {' · '}
                <Link to={`/app/edit/${data.id}`} className="hit border-current border-b text-qing-ink">
                  {t('agent.edit')}
                </Link>
              </>
            )}
          </p>
          {data.needsModel && (
            <p
              role="status"
              className="mt-3 flex items-center gap-2 rounded-md bg-paper-2 px-3 py-2 text-[13px] text-ink-2"
            >
              <Info size={16} strokeWidth={1.5} className="shrink-0" />
              <span>{t('agent.needsModel')}</span>
              <Link to="/setting/model" className="hit shrink-0 border-current border-b text-qing-ink">
                {t('agent.connect')}
              </Link>
            </p>
          )}
          {data.opening && (
            <p className="mt-4 w-full max-w-[760px] whitespace-pre-wrap rounded-md bg-paper-2 px-4 py-3 leading-[1.65]">
              {data.opening}
            </p>
          )}
          <Abilities tools={data.tools} knowledge={data.knowledge} />
        </>
      ) : (
        <div className="w-full max-w-[760px] space-y-3" aria-busy>
          <Skeleton className="w-1/3" />
          <Skeleton className="w-2/3" />
        </div>
      )}
      <div className="mt-4 flex w-full justify-center">{composer}</div>
      {data && data.questions.length > 0 && (
        <ul
          aria-label={t('agent.questions')}
          className="mt-4 grid w-full max-w-[760px] grid-cols-2 gap-2.5 max-sm:grid-cols-1"
        >
          {data.questions.map((q) => (
            <li key={q} className="flex">
              <button
                type="button"
                onClick={() => onCard(q)}
                className="w-full rounded-md border border-line bg-surface px-4 py-2.5 text-left hover:bg-hover max-sm:min-h-11"
              >
                {q}
              </button>
            </li>
          ))}
        </ul>
      )}
      {notice && <p className="mt-4 text-center text-[12.5px] text-ink-3">{notice}</p>}
      <div className="min-h-0 flex-1" />
    </section>
  )
}

/** The names of an agent's tools and knowledge. */
function Abilities({ tools, knowledge }: { tools: string[]; knowledge: string[] }) {
  const t = useT()
  const known = useTools()
  if (tools.length === 0 && knowledge.length === 0) return null
  const titles = tools.map((name) => known.data?.find((k) => k.name === name)?.title ?? name)
  return (
    <dl className="mt-3 flex w-full max-w-[760px] flex-wrap gap-x-4 gap-y-1 text-[12.5px] text-ink-3">
      {tools.length > 0 && (
        <div className="flex min-w-0 items-center gap-1.5">
          <dt className="flex shrink-0 items-center gap-1.5">
            <Wrench size={14} strokeWidth={1.5} />
            {t('agent.tools')}
          </dt>
          <dd>{titles.join(t('agent.comma'))}</dd>
        </div>
      )}
      {knowledge.length > 0 && (
        <div className="flex min-w-0 items-center gap-1.5">
          <dt className="flex shrink-0 items-center gap-1.5">
            <BookLock size={14} strokeWidth={1.5} />
            {t('agent.knowledge')}
          </dt>
          <dd>{knowledge.join(t('agent.comma'))}</dd>
        </div>
      )}
    </dl>
  )
}
