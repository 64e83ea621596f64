import { ChevronDown, Lightbulb } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'

export interface ThinkProps {
  text: string
  /** The server's title. After the end of the thinking, the title contains the duration in seconds. */
  title: string
  running: boolean
}

/** The thinking of an answer: open while it runs, then folded, unless the user chose otherwise. */
export const Think = memo(function Think({ text, title, running }: ThinkProps) {
  const t = useT()
  const [choice, setChoice] = useState<boolean | null>(null)
  const open = choice ?? running
  const seconds = thoughtSeconds(title)
  const label = running
    ? t('answer.think.running')
    : seconds
      ? t('answer.think.done', { seconds })
      : t('answer.think.over')
  return (
    <div className="mb-3.5 text-ink-2">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setChoice(!open)}
        className="flex items-center gap-2 rounded-sm text-[13.5px] max-md:min-h-11 text-ink-3 transition-colors hover:text-ink-2"
      >
        <Lightbulb size={16} strokeWidth={1.5} className="shrink-0" />
        {label}
        <ChevronDown
          size={14}
          strokeWidth={1.5}
          className={cn('shrink-0 transition-transform duration-[var(--fast)]', open && 'rotate-180')}
        />
      </button>
      {open && <Thoughts text={text} running={running} />}
    </div>
  )
})

/** How many seconds the thinking took: the first number in the title. Undefined if the title has no number. */
export function thoughtSeconds(title: string): number | undefined {
  const seconds = /\d+/.exec(title)?.[0]
  return seconds ? Number(seconds) : undefined
}

/**
 * The text of the thinking. While the thinking runs, the text is in a box of limited height that shows the newest
 * lines, unless the user has scrolled the box.
 */
export function Thoughts({ text, running }: { text: string; running: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const held = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new text scrolls the box, unless the user has scrolled it.
  useEffect(() => {
    const el = box.current
    if (el && running && !held.current) el.scrollTop = el.scrollHeight
  }, [text, running])
  return (
    <div
      ref={box}
      onWheel={() => {
        held.current = true
      }}
      onTouchMove={() => {
        held.current = true
      }}
      className={cn(
        'mt-2.5 ml-2 whitespace-pre-wrap border-line border-l-2 py-0.5 pl-3.5 text-[14px] leading-[1.75]',
        running && 'max-h-64 overflow-y-auto overscroll-contain',
      )}
    >
      {text.trim()}
    </div>
  )
}
