import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorText } from '@/api'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { ErrorState, Progress, Skeleton } from '@/ui/state'
import { type Overview, useAgain, useOverview, working } from '../calls'
import { usePlaceText } from '../place-text'

/** Props of a panel beside the file. */
export interface PanelProps {
  docId: string
  /** Scrolls to a place in the file and highlights a quote. */
  go: (unit: number, quote?: string) => void
}

/** Loads the overview, and shows its state and the engine that made it. */
export function WithOverview({ docId, children }: { docId: string; children: (o: Overview) => ReactNode }) {
  const t = useT()
  const query = useOverview(docId)
  const again = useAgain(docId)
  if (query.isPending) {
    return (
      <div className="space-y-3 p-5">
        <Skeleton className="w-2/3" />
        <Skeleton />
        <Skeleton className="w-5/6" />
      </div>
    )
  }
  if (query.isError) {
    return (
      <ErrorState
        title={errorText(query.error) ?? t('reading.failed')}
        action={{ label: t('ui.retry'), onClick: () => void query.refetch() }}
      />
    )
  }
  const o = query.data
  return (
    <div className="px-5 py-4">
      <div role="status" className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-[12px] text-ink-3">
        {working(o) ? (
          <>
            <span>{t('reading.working')}</span>
            <Progress value={o.progress} label={t('reading.working')} className="w-24" />
          </>
        ) : o.state === 'failed' ? null : (
          <span>
            {o.engine === 'offline' ? t('reading.offline') : t('reading.engine', { model: o.engine })}
          </span>
        )}
        {o.partial && <span>{t('reading.partial')}</span>}
      </div>
      {o.state === 'failed' && (
        <div
          role="status"
          className="mb-5 rounded-md border border-line bg-paper-2 px-4 py-3 text-[13px] text-ink-2 leading-[1.7]"
        >
          <p className="font-medium text-ink">{t('reading.overviewFailed')}</p>
          {o.errorMsg && <p>{o.errorMsg}</p>}
          <p>{t('reading.overviewExtract')}</p>
          <Button size="sm" className="mt-2" disabled={again.isPending} onClick={() => again.mutate()}>
            <RefreshCw strokeWidth={1.5} />
            {t('reading.again')}
          </Button>
        </div>
      )}
      {children(o)}
    </div>
  )
}

/** Summary, key points and keywords; clicking a sentence scrolls to its place. */
export default function OverviewPanel({ docId, go }: PanelProps) {
  const t = useT()
  return (
    <WithOverview docId={docId}>
      {(o) => (
        <>
          <Points title={t('reading.summary')} points={o.summary} go={go} />
          <Points title={t('reading.keyPoints')} points={o.keyPoints} go={go} list />
          {o.keywords.length > 0 && (
            <section className="mt-6">
              <h2 className="mb-2 font-medium text-[13px] text-ink-3">{t('reading.keywords')}</h2>
              <ul className="flex flex-wrap gap-2">
                {o.keywords.map((k) => (
                  <li key={k.word} className="rounded-full border border-line px-3 py-1 text-[13px]">
                    {k.word}
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </WithOverview>
  )
}

function Points({
  title,
  points,
  go,
  list,
}: {
  title: string
  points: Overview['summary']
  go: PanelProps['go']
  list?: boolean
}) {
  const place = usePlaceText()
  if (points.length === 0) return null
  return (
    <section className="mt-6 first:mt-0">
      <h2 className="mb-2 font-medium text-[13px] text-ink-3">{title}</h2>
      <ul className={list ? 'space-y-2' : 'space-y-1.5'}>
        {points.map((p) => (
          <li key={`${p.unit}-${p.text}`}>
            <button
              type="button"
              className="w-full rounded-sm px-2 py-1.5 text-left text-[15px] leading-[1.75] transition-colors duration-[var(--fast)] hover:bg-hover"
              onClick={() => go(p.unit, p.quote || p.text)}
            >
              {p.text}
              <span className="ml-1.5 whitespace-nowrap rounded-[5px] bg-qing-soft px-1.5 py-0.5 text-[12px] text-qing-ink">
                {place(p.unit)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
