import { type RefObject, useEffect, useState } from 'react'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'

/** An outline is shown only for answers that are at least this many times as high as the view. */
const SCREENS = 2
/** An outline is shown only for answers with at least this many headings. */
const HEADINGS = 3
/** The current heading is the last heading that begins at most this far below the top of the view, in px. */
const READ = 120
const MAX_HEADINGS = 60

interface Entry {
  /** The position of the heading among the headings of the answer, from 0. */
  at: number
  level: number
  text: string
  element: Element
}

interface Seen {
  entries: Entry[]
  current: number
}

const none: Seen = { entries: [], current: -1 }

/**
 * The outline of the answer in view, with the current heading. The answer in view is the answer across the line READ
 * px below the top of the view. The outline is empty if no answer crosses the line, or if the answer is too short or
 * has too few headings.
 */
export function outlineOf(view: Element): Seen {
  const { top, height } = view.getBoundingClientRect()
  const line = top + READ
  const answer = [...view.querySelectorAll('article')].findLast(
    (el) => el.getBoundingClientRect().top <= line,
  )
  if (!answer) return none
  const size = answer.getBoundingClientRect()
  if (size.height < SCREENS * height || size.bottom < line) return none
  const entries = [...answer.querySelectorAll('.md :is(h1, h2, h3, h4):not(.sr-only)')]
    .slice(0, MAX_HEADINGS)
    .map((element, at) => ({
      at,
      element,
      level: Number(element.tagName[1]),
      text: element.textContent?.trim() ?? '',
    }))
    .filter((o) => o.text)
  if (entries.length < HEADINGS) return none
  const highest = Math.min(...entries.map((o) => o.level))
  return {
    entries: entries.map((o) => ({ ...o, level: o.level - highest })),
    current: entries.findLastIndex((o) => o.element.getBoundingClientRect().top <= line),
  }
}

function same(a: Seen, b: Seen): boolean {
  return (
    a.current === b.current &&
    a.entries.length === b.entries.length &&
    a.entries.every((o, i) => o.element === b.entries[i]!.element && o.text === b.entries[i]!.text)
  )
}

/** The outline of a long answer, shown beside it if the window is wide enough. */
export function Outline({ view }: { view: RefObject<HTMLElement | null> }) {
  const t = useT()
  const [seen, setSeen] = useState(none)
  useEffect(() => {
    const el = view.current
    if (!el) return
    let frame = 0
    const look = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        const now = outlineOf(el)
        setSeen((before) => (same(before, now) ? before : now))
      })
    }
    look()
    el.addEventListener('scroll', look, { passive: true })
    const changes = new MutationObserver(look)
    changes.observe(el, { childList: true, subtree: true })
    const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(look)
    sizes?.observe(el)
    return () => {
      cancelAnimationFrame(frame)
      el.removeEventListener('scroll', look)
      changes.disconnect()
      sizes?.disconnect()
    }
  }, [view])
  if (!seen.entries.length) return null
  return (
    <nav aria-label={t('answer.outline')} className="outline-rail">
      <ol>
        {seen.entries.map(({ at, element, level, text }, i) => (
          <li key={at} style={{ paddingLeft: `${level * 12}px` }}>
            <button
              type="button"
              aria-current={i === seen.current ? 'location' : undefined}
              className={cn(
                'block w-full truncate rounded-[6px] px-2 py-1 text-start text-[12.5px] text-ink-3 transition-colors hover:bg-hover hover:text-ink',
                i === seen.current && 'bg-qing-soft font-medium text-qing-ink hover:bg-qing-soft',
              )}
              onClick={() => go(view.current, element)}
            >
              {text}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/**
 * Scrolls a heading to just below the top of the view. The dispatched wheel event makes the view stop following the
 * newest text.
 */
function go(view: HTMLElement | null, heading: Element): void {
  if (!view) return
  view.dispatchEvent(new WheelEvent('wheel', { bubbles: true }))
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const top =
    heading.getBoundingClientRect().top - view.getBoundingClientRect().top + view.scrollTop - READ / 2
  view.scrollTo({ top, behavior: still ? 'auto' : 'smooth' })
}
