import { cn } from '@/lib/cn'

const SIZE = 20
const RADIUS = 8
const ROUND = 2 * Math.PI * RADIUS

/** A progress ring, 0 to 1. */
export function Ring({ value, label, className }: { value: number; label: string; className?: string }) {
  const share = Math.min(1, Math.max(0.03, value))
  return (
    <svg
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value * 100)}
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      className={cn('size-5 -rotate-90', className)}
      fill="none"
      strokeWidth="2"
    >
      <circle cx={SIZE / 2} cy={SIZE / 2} r={RADIUS} stroke="currentColor" opacity="0.22" />
      <circle
        cx={SIZE / 2}
        cy={SIZE / 2}
        r={RADIUS}
        stroke="currentColor"
        strokeLinecap="round"
        strokeDasharray={`${share * ROUND} ${ROUND}`}
        className="transition-[stroke-dasharray] duration-[var(--slow)]"
      />
    </svg>
  )
}
