import { useEffect, useState } from 'react'
import { useT } from '@/i18n'

interface Budget {
  rounds: number
  maxRounds: number
  pages: number
  maxPages: number
  ms: number
  maxMs: number
  notes: number
}

export interface BudgetCardProps {
  card: { data?: unknown; state?: string }
}

const clock = (ms: number) => {
  const s = Math.max(0, Math.floor(ms / 1000))
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`
}

function budgetOf(data: unknown): Budget | null {
  const d = data as Partial<Budget> | null
  const numbers = ['rounds', 'maxRounds', 'pages', 'maxPages', 'ms', 'maxMs', 'notes'] as const
  return d && numbers.every((n) => typeof d[n] === 'number') ? (d as Budget) : null
}

/**
 * Shows how much of a study's budget is used. While the study runs, the page counts the time between two
 * updates from the server itself.
 */
export default function BudgetCard({ card }: BudgetCardProps) {
  const t = useT()
  const b = budgetOf(card.data)
  const running = card.state === 'running'
  const [late, setLate] = useState(0)
  const told = b?.ms
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new time from the server restarts the clock.
  useEffect(() => {
    setLate(0)
    if (!running) return
    const since = Date.now()
    const timer = setInterval(() => setLate(Date.now() - since), 1000)
    return () => clearInterval(timer)
  }, [running, told])
  if (!b) return null
  const ms = Math.min(b.ms + late, b.maxMs)
  const share = Math.max(
    b.rounds / Math.max(1, b.maxRounds),
    b.pages / Math.max(1, b.maxPages),
    ms / Math.max(1, b.maxMs),
  )
  const rows = [
    [t('research.rounds'), `${b.rounds}/${b.maxRounds}`],
    [t('research.pages'), `${b.pages}/${b.maxPages}`],
    [t('research.time'), `${clock(ms)}/${clock(b.maxMs)}`],
    [t('research.notes'), String(b.notes)],
  ] as const
  return (
    <section aria-label={t('research.budget')} className="text-[12.5px] text-ink-3">
      <dl className="flex flex-wrap gap-x-4 gap-y-1">
        {rows.map(([name, value]) => (
          <div key={name} className="flex gap-1.5">
            <dt>{name}</dt>
            <dd className="text-ink-2 tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {running && (
        <div aria-hidden className="mt-1.5 h-1 overflow-hidden rounded-full bg-hover">
          <div className="h-full rounded-full bg-qing" style={{ width: `${Math.min(100, share * 100)}%` }} />
        </div>
      )}
    </section>
  )
}
