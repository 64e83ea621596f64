import { CalendarCheck, Download, Ellipsis, Flag, Heart, Image, MessageCircle, Share2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { errorText } from '@/api'
import { loadStars } from '@/features/favorite'
import { PageFrame } from '@/features/shell'
import { useLocale, useT, withCatalogue } from '@/i18n'
import { count } from '@/lib/format'
import { lazy } from '@/lib/lazy'
import { Link, navigate, useSearch } from '@/lib/router'
import { useSlot } from '@/lib/slot'
import { Button, IconButton } from '@/ui/button'
import { copyText } from '@/ui/copy'
import { Menu } from '@/ui/menu'
import { Sign } from '@/ui/sign'
import { ErrorState, Skeleton } from '@/ui/state'
import { chatWith, clockAddress, imageAddress, shareAddress } from './address'
import { type AgentDetail, categories, useAgent, useLike } from './calls'
import { exportAgent } from './files'
import { Gone, isMissing } from './gone'
import { say } from './say'

const ReportDialog = lazy(() => import('./report-dialog'))
const ThingStar = lazy(withCatalogue('favorite', () => loadStars().then((m) => ({ default: m.ThingStar }))))

/** /bot/app/agent: the page of an agent. */
export function AgentPage() {
  const t = useT()
  const { agentId = '', report } = useSearch()
  const [reporting, setReporting] = useState(report !== undefined)
  const { data, error, refetch } = useAgent(agentId)
  const sharing = useSlot('sharing').visible
  if (!agentId || isMissing(error))
    return (
      <PageFrame title={t('store.agent')}>
        <Gone />
      </PageFrame>
    )
  const more = data
    ? [
        sharing && {
          id: 'card',
          label: t('store.card'),
          icon: <Image strokeWidth={1.5} />,
          onSelect: () => void navigate(imageAddress(agentId)),
        },
        (data.own || data.builtin) && {
          id: 'export',
          label: t('store.export'),
          icon: <Download strokeWidth={1.5} />,
          onSelect: () => void exportAgent(agentId),
        },
        !data.own &&
          !data.builtin && {
            id: 'report',
            label: t('store.report'),
            icon: <Flag strokeWidth={1.5} />,
            onSelect: () => setReporting(true),
          },
      ].filter((e) => e !== false)
    : []
  return (
    <PageFrame
      title={data?.name ?? t('store.agent')}
      end={
        data && (
          <>
            <Suspense>
              <ThingStar kind="agent" id={agentId} />
            </Suspense>
            {sharing && (
              <IconButton
                label={t('store.copyLink')}
                onClick={() => void copyText(location.origin + shareAddress(agentId), t)}
              >
                <Share2 strokeWidth={1.5} />
              </IconButton>
            )}
            {more.length > 0 && (
              <Menu
                label={t('store.more.actions')}
                align="end"
                entries={more}
                trigger={(props) => (
                  <IconButton {...props} label={t('store.more.actions')}>
                    <Ellipsis strokeWidth={1.5} />
                  </IconButton>
                )}
              />
            )}
          </>
        )
      }
    >
      {reporting && data && !data.own && !data.builtin && (
        <Suspense>
          <ReportDialog agentId={agentId} name={data.name} onClose={() => setReporting(false)} />
        </Suspense>
      )}
      {data ? (
        <Detail agent={data} />
      ) : error ? (
        <ErrorState
          title={errorText(error) ?? ''}
          action={{ label: t('ui.retry'), onClick: () => void refetch() }}
        />
      ) : (
        <div aria-busy className="pt-3">
          <Skeleton className="h-16 rounded-md" />
          <Skeleton className="mt-4 h-36 rounded-md" />
        </div>
      )}
    </PageFrame>
  )
}

function Detail({ agent: a }: { agent: AgentDetail }) {
  const t = useT()
  const locale = useLocale()
  const like = useLike(a.agentId)
  const known = categories.find((c) => c === a.category)
  const facts = [
    a.builtin ? t('store.builtin') : a.author || t('store.someone'),
    known && t(`store.category.${known}`),
    a.people > 0 && t('store.people', { count: count(a.people, locale) }),
    a.knowledge > 0 && t('store.knows', { count: a.knowledge }),
  ].filter(Boolean)
  return (
    <article>
      <div className="flex items-start gap-4 pt-2">
        <Sign name={a.name} picture={a.avatar} size="xl" />
        <div className="min-w-0 flex-1">
          <p className="break-words">{a.description}</p>
          <p className="mt-1 text-[13px] text-ink-3">{facts.join(' · ')}</p>
        </div>
      </div>
      {a.needsModel && (
        <p
          role="note"
          className="mt-4 rounded-md border border-line bg-paper-2 px-4 py-3 text-[13px] text-amber"
        >
          {t('store.needsModelText')}
        </p>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-2.5">
        <Button kind="primary" size="lg" onClick={() => void navigate(chatWith(a.agentId))}>
          <MessageCircle strokeWidth={1.5} />
          {t('store.chat')}
        </Button>
        {a.public && (
          <Button
            size="lg"
            aria-pressed={a.liked}
            disabled={like.isPending}
            onClick={() => like.mutate(!a.liked, { onError: say })}
          >
            <Heart strokeWidth={1.5} className={a.liked ? 'fill-current text-seal' : ''} />
            {a.likes > 0 ? t('store.likes', { count: count(a.likes, locale) }) : t('store.like')}
          </Button>
        )}
        <Button size="lg" onClick={() => void navigate(clockAddress(a.agentId))}>
          <CalendarCheck strokeWidth={1.5} />
          {t('store.clockIn')}
        </Button>
      </div>
      {a.opening && (
        <section className="mt-7">
          <h2 className="mb-2 px-1 font-medium text-[13px] text-ink-3">{t('store.opening')}</h2>
          <p className="whitespace-pre-wrap break-words rounded-md border border-line bg-surface px-4 py-3.5">
            {a.opening}
          </p>
        </section>
      )}
      {a.questions.length > 0 && (
        <section className="mt-6">
          <h2 className="mb-2 px-1 font-medium text-[13px] text-ink-3">{t('store.questions')}</h2>
          <ul className="grid gap-2.5 sm:grid-cols-2">
            {a.questions.map((q) => (
              <li key={q} className="flex">
                <Link
                  to={chatWith(a.agentId, q)}
                  className="w-full break-words rounded-md border border-line bg-surface px-4 py-3.5 transition-colors hover:border-[color-mix(in_oklch,var(--qing)_40%,var(--line))]"
                >
                  {q}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  )
}
