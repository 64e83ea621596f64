import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { Button } from './button'

export interface StateProps {
  icon?: ReactNode
  title: string
  text?: string
  /** The next action to offer. */
  action?: { label: string; onClick: () => void }
  className?: string
  /** Whether the title is the heading of the page. */
  page?: boolean
}

/** A notice in place of an empty list or page, optionally with the next action. */
export function EmptyState({ icon, title, text, action, className, page }: StateProps) {
  const Title = page ? 'h1' : 'p'
  return (
    <div className={cn('flex flex-col items-center px-6 soft:py-12 text-center', className)}>
      {icon && <div className="mb-3 text-ink-3 [&_svg]:size-7">{icon}</div>}
      <Title className="font-medium text-ink-2">{title}</Title>
      {text && <p className="mt-1 max-w-sm text-balance text-[13px] text-ink-3">{text}</p>}
      {action && (
        <Button size="sm" className="mt-4" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
    </div>
  )
}

/** A notice in place of a list or page that could not be loaded. */
export function ErrorState(props: StateProps) {
  return (
    <div role="alert">
      <EmptyState {...props} />
    </div>
  )
}

/** A grey bar in place of text that is loading; it appears after 200 ms, so that fast responses do not flicker. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn('late soft:h-4 soft:rounded-sm bg-hover', className)} />
}

/** Progress from 0 to 1; without a value, the bar shows only that work is going on. */
export function Progress({ value, label, className }: { value?: number; label: string; className?: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value === undefined ? undefined : Math.round(value * 100)}
      className={cn('h-1 overflow-hidden rounded-full bg-hover', className)}
    >
      <div
        className="h-full rounded-full bg-qing transition-[width] duration-[var(--slow)]"
        style={{ width: `${(value ?? 0.35) * 100}%` }}
      />
    </div>
  )
}

/** Text for screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>
}

/** A key of the keyboard. */
export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      className={cn(
        'inline-grid h-5 min-w-5 place-items-center rounded-[5px] border border-line bg-paper-2 px-1.5 text-[11px] text-ink-2',
        className,
      )}
    >
      {children}
    </kbd>
  )
}
