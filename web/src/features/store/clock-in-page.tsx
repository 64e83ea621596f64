import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '@/api'
import { PageFrame } from '@/features/shell'
import { useLocale, useT } from '@/i18n'
import { boot } from '@/lib/boot'
import { cn } from '@/lib/cn'
import { useParams } from '@/lib/router'
import { Button, IconButton } from '@/ui/button'
import { Sign } from '@/ui/sign'
import { ErrorState, Skeleton } from '@/ui/state'
import { toast } from '@/ui/toast'
import { shareAddress } from './address'
import { type AgentDetail, type ClockState, useAgent, useClock, useClockIn } from './calls'
import { CardView } from './card-view'
import { Gone, isMissing } from './gone'
import { monthFrom, weeksOf } from './month'
import { say } from './say'

/** /bot/app/clockIn/{id}: the clock-in streak with an agent. */
export function ClockInPage() {
  const t = useT()
  const { agentId = '' } = useParams()
  const agent = useAgent(agentId)
  const [month, setMonth] = useState('')
  const state = useClock(agentId, month)
  const error = agent.error ?? state.error
  return (
    <PageFrame title={t('store.clockIn')}>
      {agent.data && state.data ? (
        <Days agent={agent.data} state={state.data} month={month} onMonth={setMonth} />
      ) : isMissing(error) ? (
        <Gone />
      ) : error ? (
        <ErrorState
          title={errorText(error) ?? ''}
          action={{
            label: t('ui.retry'),
            onClick: () => void Promise.all([agent.refetch(), state.refetch()]),
          }}
        />
      ) : (
        <div aria-busy className="pt-3">
          <Skeleton className="h-36 rounded-md" />
        </div>
      )}
    </PageFrame>
  )
}

interface DaysProps {
  agent: AgentDetail
  state: ClockState
  month: string
  onMonth: (month: string) => void
}

function Days({ agent, state, month, onMonth }: DaysProps) {
  const t = useT()
  const clock = useClockIn(agent.agentId)
  const [card, setCard] = useState(false)
  const shown = month || state.today.slice(0, 7)
  const clockIn = () =>
    clock.mutate(undefined, {
      onSuccess: () => void toast(t('store.clockedIn'), { kind: 'success' }),
      onError: say,
    })
  return (
    <>
      <div className="flex items-center gap-3 pt-2">
        <Sign name={agent.name} picture={agent.avatar} size="lg" />
        <p className="min-w-0 flex-1 truncate font-medium">{agent.name}</p>
      </div>
      <dl className="mt-5 grid grid-cols-3 gap-2.5 text-center">
        {(
          [
            ['streak', state.streak],
            ['longest', state.longest],
            ['total', state.total],
          ] as const
        ).map(([what, days]) => (
          <div
            key={what}
            className="flex flex-col-reverse justify-end rounded-md border border-line bg-surface px-2.5 py-3.5"
          >
            <dt className="text-[13px] text-ink-3">{t(`store.${what}`)}</dt>
            <dd className="font-semibold text-[26px] tabular-nums">{days}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 flex flex-wrap gap-2.5">
        <Button kind="primary" size="lg" disabled={state.done || clock.isPending} onClick={clockIn}>
          {state.done ? t('store.doneToday') : t('store.clockInNow')}
        </Button>
        {state.total > 0 && (
          <Button size="lg" aria-expanded={card} onClick={() => setCard(!card)}>
            {t('store.card')}
          </Button>
        )}
      </div>
      {card && (
        <div className="mt-5">
          <CardView
            file={`${agent.name}-${state.today}`}
            picture={{
              product: boot.brand.name,
              name: agent.name,
              avatar: agent.avatar,
              text: t('store.cardText', { name: agent.name }),
              figure: { number: String(state.streak), unit: t('store.daysInRow') },
              notes: [state.today, t('store.cardTotal', { total: state.total, longest: state.longest })],
              address: location.origin + shareAddress(agent.agentId),
              hint: t('store.scan'),
            }}
          />
        </div>
      )}
      <Calendar state={state} month={shown} onMonth={onMonth} />
    </>
  )
}

function Calendar({
  state,
  month,
  onMonth,
}: {
  state: ClockState
  month: string
  onMonth: (month: string) => void
}) {
  const t = useT()
  const locale = useLocale()
  const done = new Set(state.days)
  const name = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'narrow', timeZone: 'UTC' })
  const full = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  // 2024-01-01 was a Monday.
  const monday = Array.from({ length: 7 }, (_, i) => new Date(Date.UTC(2024, 0, 1 + i)))
  return (
    <section className="mt-7 max-w-sm">
      <div className="flex items-center justify-between">
        <h2 className="font-medium" aria-live="polite">
          {name}
        </h2>
        <span className="flex gap-2">
          <IconButton label={t('store.monthBefore')} onClick={() => onMonth(monthFrom(month, -1))}>
            <ChevronLeft strokeWidth={1.5} />
          </IconButton>
          <IconButton
            label={t('store.monthAfter')}
            disabled={month >= state.today.slice(0, 7)}
            onClick={() => onMonth(monthFrom(month, 1))}
          >
            <ChevronRight strokeWidth={1.5} />
          </IconButton>
        </span>
      </div>
      <table className="mt-2 w-full text-center tabular-nums">
        <thead>
          <tr>
            {monday.map((d) => (
              <th
                key={d.getTime()}
                scope="col"
                abbr={full.format(d)}
                className="h-9 font-normal text-[12px] text-ink-3"
              >
                {weekday.format(d)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the index is the weekday.
                <td key={i} className="h-11">
                  {day && (
                    <span
                      className={cn(
                        'inline-grid size-9 place-items-center rounded-full text-[13px]',
                        done.has(day)
                          ? 'bg-qing text-on-qing'
                          : day > state.today
                            ? 'text-ink-3'
                            : 'text-ink-2',
                        day === state.today && !done.has(day) && 'border border-qing',
                      )}
                    >
                      {Number(day.slice(8))}
                      {done.has(day) && <span className="sr-only">{t('store.dayDone')}</span>}
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
