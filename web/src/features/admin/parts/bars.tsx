import type { AdminUsage } from '@/api'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { groupBy } from '../usage'

const HEIGHT = 160

/** A bar chart of the answers per day. The top part of a bar, in another colour, stands for the failed answers. */
export function Bars({
  label,
  days,
  rows,
  className,
}: {
  label: string
  days: string[]
  rows: AdminUsage[]
  className?: string
}) {
  const t = useT()
  const byDay = groupBy(rows, (r) => r.day)
  const of = (day: string, pick: (r: AdminUsage) => number) =>
    (byDay.get(day) ?? []).reduce((n, r) => n + pick(r), 0)
  const most = Math.max(1, ...days.map((d) => of(d, (r) => r.answers)))
  const wide = 1000 / days.length
  return (
    <figure className={cn('rounded-md border border-line bg-surface px-4 pt-4 pb-3', className)}>
      <svg
        viewBox={`0 0 1000 ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-40 w-full overflow-visible"
        role="img"
        aria-label={label}
      >
        {[0.5, 1].map((part) => (
          <line
            key={part}
            x1={0}
            x2={1000}
            y1={HEIGHT * (1 - part)}
            y2={HEIGHT * (1 - part)}
            stroke="var(--line)"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {days.map((d, i) => {
          const answers = of(d, (r) => r.answers)
          const failures = of(d, (r) => r.failures)
          const height = (answers / most) * HEIGHT
          const failed = (failures / most) * HEIGHT
          return (
            <g key={d}>
              <title>{t('admin.usage.bar', { day: d, answers, failures })}</title>
              <rect x={i * wide} width={wide} y={0} height={HEIGHT} fill="transparent" />
              <rect
                x={i * wide + wide * 0.15}
                width={wide * 0.7}
                y={HEIGHT - height}
                height={height}
                fill="var(--qing)"
              />
              <rect
                x={i * wide + wide * 0.15}
                width={wide * 0.7}
                y={HEIGHT - height}
                height={failed}
                fill="var(--seal)"
              />
            </g>
          )
        })}
      </svg>
      <figcaption className="mt-2 flex justify-between text-[12px] text-ink-3 tabular-nums">
        <span>{days[0]}</span>
        <span>{t('admin.usage.most', { count: most })}</span>
        <span>{days.at(-1)}</span>
      </figcaption>
    </figure>
  )
}
