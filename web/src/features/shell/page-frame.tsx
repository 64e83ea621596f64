import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useT } from '@/i18n'
import { boot } from '@/lib/boot'
import { cn } from '@/lib/cn'
import { goBack } from '@/lib/router'
import { Button } from '@/ui/button'

export interface PageFrameProps {
  /** The page's heading and window title. */
  title: string
  /** Content beside the title, such as a count. */
  start?: ReactNode
  /** Content at the right end of the title row, such as actions. */
  end?: ReactNode
  /** The target of the back button if the page was not opened from another page of the app. */
  up?: '/' | '/setting' | '/favorites' | '/project'
  /** Whether the column fills the page and its content scrolls separately. */
  fill?: boolean
  className?: string
  children: ReactNode
}

/**
 * The frame of pages such as lists and settings: a column with a back button, the title and the
 * content. The title stays visible while scrolling, and leaves space for the buttons of the shell.
 */
export function PageFrame({ title, start, end, up = '/', fill, className, children }: PageFrameProps) {
  const t = useT()
  useEffect(() => {
    document.title = `${title} · ${boot.brand.name}`
  }, [title])
  return (
    <div
      className={cn(
        'flex min-h-0 flex-1 flex-col [--edge:24px] max-md:[--edge:16px]',
        !fill && 'overflow-y-auto overscroll-contain',
      )}
    >
      <header className="sticky top-0 z-10 flex h-(--header-h) shrink-0 items-center gap-1 bg-paper pr-[max(var(--begin),var(--edge),(100%-760px)/2)] pl-[max(var(--nav-trigger)+12px,var(--edge),(100%-760px)/2)]">
        <Button
          kind="ghost"
          className="-ml-2 px-2 font-normal text-ink-2 max-md:w-11 max-md:px-0"
          onClick={() => goBack(up)}
        >
          <ArrowLeft strokeWidth={1.5} />
          <span className="max-md:sr-only">{t('shell.back')}</span>
        </Button>
        <span aria-hidden className="mr-2 h-4 w-px bg-line max-md:hidden" />
        <div className="flex min-w-0 flex-1 items-baseline gap-2.5">
          <h1 className="truncate font-semibold text-[18px] leading-7">{title}</h1>
          {start}
        </div>
        {end && <div className="flex shrink-0 items-center gap-2">{end}</div>}
      </header>
      <div
        className={cn(
          'mx-auto w-full max-w-[calc(760px+2*var(--edge))] flex-1 px-(--edge)',
          fill ? 'flex min-h-0 flex-col' : 'pb-16',
          className,
        )}
      >
        {children}
      </div>
    </div>
  )
}
