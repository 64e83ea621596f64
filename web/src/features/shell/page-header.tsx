import { type ReactNode, useEffect } from 'react'
import { boot } from '@/lib/boot'
import { cn } from '@/lib/cn'

export interface PageHeaderProps {
  /** The page's heading and window title. */
  title?: string
  /** Content on the left, after the shell's buttons and the title, such as the model selector. */
  start?: ReactNode
  end?: ReactNode
  className?: string
}

/** The header of a page, as high as the shell requires, with space for the shell's buttons. */
export function PageHeader({ title, start, end, className }: PageHeaderProps) {
  useEffect(() => {
    if (title) document.title = `${title} · ${boot.brand.name}`
  }, [title])
  return (
    <header
      className={cn(
        'flex h-(--header-h) shrink-0 items-center gap-2 pr-5 pl-[calc(20px+var(--nav-trigger))] max-md:pr-[calc(10px+var(--begin))] max-md:pl-[calc(10px+var(--nav-trigger))]',
        className,
      )}
    >
      <div className="flex min-w-0 items-center gap-2">
        {title && <h1 className="font-medium text-[16px]">{title}</h1>}
        {start}
      </div>
      <div className="ml-auto flex items-center gap-3">{end}</div>
    </header>
  )
}
