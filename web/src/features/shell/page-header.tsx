import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'

export interface PageHeaderProps {
  /** At the left, after the sidebar's trigger: a title or the model selector. */
  start?: ReactNode
  end?: ReactNode
  className?: string
}

/** The header of a page, as high as the specification says, with room for the sidebar's trigger. */
export function PageHeader({ start, end, className }: PageHeaderProps) {
  return (
    <header
      className={cn(
        'flex h-(--header-h) shrink-0 items-center gap-2 pr-5 pl-[calc(20px+var(--nav-trigger))] max-md:pr-2.5 max-md:pl-[calc(10px+var(--nav-trigger))]',
        className,
      )}
    >
      <div className="flex min-w-0 items-center gap-2">{start}</div>
      <div className="ml-auto flex items-center gap-1">{end}</div>
    </header>
  )
}
