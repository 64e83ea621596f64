import {
  MessageScroller,
  useMessageScroller,
  useMessageScrollerScrollable,
} from '@shadcn/react/message-scroller'
import { ArrowDown } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { useMore } from '@/lib/more'
import { loadNewer, toNewest, useTarget } from '../state/jump'
import type { Conversation, Turn } from '../state/model'
import { shown } from '../state/model'
import { answerText } from '../state/types'
import { Outline } from './outline'

/** Space above a new question, or above the target message of a jump, in px. */
export const PEEK = 64
/** Number of newest turns that are always rendered; the browser renders older turns only near the view. */
const ALWAYS = 3

export interface TranscriptProps {
  chat: Conversation
  question: (turn: Turn) => ReactNode
  answer: (turn: Turn, last: boolean) => ReactNode
  /** Content below the last answer. */
  after: ReactNode
  onOlder: () => void
}

/**
 * The messages of a conversation. A new question is scrolled near the top. It stays there while its answer grows,
 * until the user scrolls or chooses to follow the end. Older turns are added above without a shift.
 */
export function Transcript(props: TranscriptProps) {
  const [following, setFollowing] = useState(false)
  const { chat } = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn switches following off.
  useEffect(() => setFollowing(false), [chat.turns.at(-1)?.key])
  return (
    <MessageScroller.Provider
      key={chat.cid}
      autoScroll={following}
      defaultScrollPosition="last-anchor"
      scrollPreviousItemPeek={PEEK}
    >
      <View {...props} onFollow={() => setFollowing(true)} />
    </MessageScroller.Provider>
  )
}

function View({
  chat,
  question,
  answer,
  after,
  onOlder,
  onFollow,
}: TranscriptProps & { onFollow: () => void }) {
  const t = useT()
  const { turns, activity } = chat
  const viewport = useRef<HTMLDivElement>(null)
  const pinned = usePin(viewport, turns.at(-1)?.key, activity !== null)
  const release = () => {
    pinned.current = false
  }
  useArrival(viewport, chat, release)
  useWithdrawal(turns)
  return (
    <MessageScroller.Root className="transcript relative min-h-0 flex-1">
      <MessageScroller.Viewport
        aria-label={t('chat.transcript')}
        className="h-full overflow-y-auto overscroll-contain px-6 -outline-offset-1 focus-visible:outline-1 max-md:px-4"
        ref={viewport}
        onWheel={release}
        onTouchMove={release}
        onKeyDown={(e) => SCROLL_KEYS.has(e.key) && release()}
        onPointerDown={(e) => e.target === e.currentTarget && endPin(e.currentTarget)}
        onFocus={(e) =>
          e.target !== e.currentTarget && e.target.matches(':focus-visible') && endPin(e.currentTarget)
        }
      >
        <Older chat={chat} onOlder={onOlder} />
        <MessageScroller.Content
          aria-label={t('chat.transcript')}
          aria-busy={activity !== null}
          aria-live={activity ? 'off' : 'polite'}
          className="mx-auto max-w-[760px] pb-6"
        >
          {turns.flatMap((turn, i) => {
            const old = i < turns.length - ALWAYS
            return [
              <MessageScroller.Item
                key={`${turn.key}q`}
                messageId={`q${turn.key}`}
                scrollAnchor
                className={cn(old && '[contain-intrinsic-size:auto_96px] [content-visibility:auto]')}
              >
                {question(turn)}
              </MessageScroller.Item>,
              <MessageScroller.Item
                key={`${turn.key}a`}
                messageId={`a${turn.key}`}
                className={cn(old && '[contain-intrinsic-size:auto_480px] [content-visibility:auto]')}
              >
                {answer(turn, i === turns.length - 1 && !chat.hasNewer)}
                {i === turns.length - 1 && !chat.hasNewer && after}
              </MessageScroller.Item>,
            ]
          })}
        </MessageScroller.Content>
        {chat.hasNewer && <Newer key={turns.at(-1)?.key} chat={chat} />}
      </MessageScroller.Viewport>
      <Outline view={viewport} />
      <ToEnd chat={chat} onFollow={onFollow} />
    </MessageScroller.Root>
  )
}

const SCROLL_KEYS = new Set(['ArrowDown', 'ArrowUp', 'End', 'Home', 'PageDown', 'PageUp', ' '])

/**
 * Pins a new question: it stays at its position when something below it shrinks, such as a thinking block that folds.
 * The position is corrected in the same frame, because the scroll container would react one frame later. The pin ends
 * when the user scrolls or the answer is complete.
 */
function usePin(viewport: RefObject<HTMLDivElement | null>, lastKey: string | undefined, running: boolean) {
  const pinned = useRef(false)
  const last = useRef(lastKey)
  useLayoutEffect(() => {
    if (last.current !== lastKey) {
      last.current = lastKey
      pinned.current = running
      return
    }
    const view = viewport.current
    const question = view?.querySelector(`[data-message-id="q${CSS.escape(lastKey ?? '')}"]`)
    const spacer = view?.querySelector<HTMLElement>('[data-message-scroller-spacer]')
    if (!pinned.current || !running || !view || !question || !spacer) return
    const top = question.getBoundingClientRect().top - view.getBoundingClientRect().top + view.scrollTop
    const want = Math.max(0, top - PEEK)
    if (view.scrollTop >= want - 1) return
    const missing = want - (view.scrollHeight - view.clientHeight)
    if (missing > 0) {
      spacer.style.height = `${(spacer.hidden ? 0 : spacer.offsetHeight) + Math.ceil(missing)}px`
      spacer.hidden = false
    }
    view.scrollTop = want
  })
  return pinned
}

/**
 * Scrolls to the end when the newest turn is removed, because the server refused its question. The turn had been
 * scrolled near the top, so without this the list would stay scrolled past its end.
 */
function useWithdrawal(turns: Turn[]) {
  const { scrollToEnd } = useMessageScroller()
  const before = useRef(turns)
  useLayoutEffect(() => {
    const last = before.current.at(-2)
    const withdrawn = turns.length === before.current.length - 1 && last && last.key === turns.at(-1)?.key
    before.current = turns
    if (withdrawn) scrollToEnd({ behavior: 'auto' })
  }, [turns, scrollToEnd])
}

/**
 * Ends the pin, by a wheel event: the user presses the scroll container itself, for example its scroll bar, or the
 * keyboard moves the focus to an element that may be far from the newest question.
 */
function endPin(viewport: HTMLElement): void {
  viewport.dispatchEvent(new WheelEvent('wheel', { bubbles: true }))
}

/**
 * Loads older turns when the user scrolls near the oldest turn. This element has the same height with and without its
 * text, so nothing shifts.
 */
function Older({ chat, onOlder }: { chat: Conversation; onOlder: () => void }) {
  const t = useT()
  const mark = useRef<HTMLDivElement>(null)
  const latest = useRef(onOlder)
  latest.current = onOlder
  const { hasMore, loadingMore } = chat
  const oldest = chat.turns[0]?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each loaded page, the observer checks again.
  useEffect(() => {
    const el = mark.current
    if (!el || !hasMore || loadingMore || typeof IntersectionObserver === 'undefined') return
    const watch = new IntersectionObserver((seen) => seen.some((s) => s.isIntersecting) && latest.current(), {
      root: el.parentElement,
      rootMargin: '800px 0px 0px 0px',
    })
    watch.observe(el)
    return () => watch.disconnect()
  }, [hasMore, loadingMore, oldest])
  return (
    <div ref={mark} className="relative h-6">
      {loadingMore && (
        <p className="late absolute inset-x-0 top-1 text-center text-[12.5px] text-ink-3">
          {t('answer.older')}
        </p>
      )}
    </div>
  )
}

/** Loads the following turns when the user scrolls near the end of an older part of the conversation. */
function Newer({ chat }: { chat: Conversation }) {
  const t = useT()
  const mark = useMore(() => void loadNewer(chat.cid), '800px')
  return (
    <div ref={mark} className="relative h-6">
      {chat.loadingNewer && (
        <p className="late absolute inset-x-0 top-1 text-center text-[12.5px] text-ink-3">
          {t('answer.newer')}
        </p>
      )}
    </div>
  )
}

/** How long the target message of a jump is highlighted, in ms. */
const FLASH = 2200
/** The highlight reaches this far beyond the message, so that the text does not touch its edge. */
const MARGIN = '0 0 0 8px '

/** Shows the target message of a jump: it is scrolled near the top, highlighted for FLASH, and focused. */
function useArrival(viewport: RefObject<HTMLDivElement | null>, chat: Conversation, release: () => void) {
  const { scrollToMessage } = useMessageScroller()
  const target = useTarget((s) => s.target)
  const turn =
    target?.cid === chat.cid
      ? chat.turns.find((o) => o.question.index === target.index || o.answer.index === target.index)
      : undefined
  const id = turn && `${turn.question.index === target?.index ? 'q' : 'a'}${turn.key}`
  const go = useRef(scrollToMessage)
  go.current = scrollToMessage
  const endFollowing = useRef(release)
  endFollowing.current = release
  useEffect(() => {
    if (!id) return
    endFollowing.current()
    let frames = 0
    let frame = 0
    // Turns near the target get their real height only when they come into view, and this moves
    // the target. So the list is scrolled to the target again in several frames.
    const settle = () => {
      const el = viewport.current?.querySelector<HTMLElement>(`[data-message-id="${CSS.escape(id)}"]`)
      if (el) go.current(id, { align: 'start', behavior: 'auto', scrollMargin: PEEK })
      if (++frames < 12) {
        frame = requestAnimationFrame(settle)
        return
      }
      useTarget.setState({ target: null })
      if (!el) return
      el.tabIndex = -1
      el.style.outline = 'none'
      el.style.borderRadius = '12px'
      el.focus({ preventScroll: true })
      el.animate(
        [
          { background: 'var(--qing-soft)', boxShadow: `${MARGIN}var(--qing-soft)` },
          { background: 'var(--qing-soft)', boxShadow: `${MARGIN}var(--qing-soft)`, offset: 0.5 },
          { background: 'transparent', boxShadow: `${MARGIN}transparent` },
        ],
        { duration: FLASH },
      )
    }
    frame = requestAnimationFrame(settle)
    return () => cancelAnimationFrame(frame)
  }, [id, viewport])
}

/** The button that scrolls to the end; its label says whether there is unseen text. */
function ToEnd({ chat, onFollow }: { chat: Conversation; onFollow: () => void }) {
  const t = useT()
  const { end } = useMessageScrollerScrollable()
  const { scrollToEnd } = useMessageScroller()
  const last = chat.turns.at(-1)
  const message = last && shown(last.answer).message
  const size = message ? chat.turns.length + message.content.length + answerText(message).length : 0
  const seen = useRef(size)
  if (!end) seen.current = size
  if (!end && !chat.hasNewer) return null
  const fresh = size > seen.current
  return (
    <button
      type="button"
      aria-label={t(fresh ? 'answer.toEnd.new' : 'answer.toEnd')}
      data-tip={t('answer.toEnd')}
      onClick={() => {
        if (chat.hasNewer) {
          void toNewest(chat.cid).then(() =>
            requestAnimationFrame(() => requestAnimationFrame(() => scrollToEnd({ behavior: 'auto' }))),
          )
          return
        }
        onFollow()
        // Scrolls one frame later, when the list already follows the end.
        requestAnimationFrame(() => scrollToEnd({ behavior: smooth() }))
      }}
      className="to-end hit fade-in absolute bottom-2 left-1/2 z-10 inline-flex h-9 min-w-9 -translate-x-1/2 items-center justify-center gap-1.5 rounded-full border border-line bg-surface px-2 text-[12.5px] text-ink-2 shadow-card transition-colors hover:text-ink"
    >
      <ArrowDown size={17} strokeWidth={1.5} />
      {fresh && <span className="pr-1 font-medium text-qing-ink">{t('answer.new')}</span>}
    </button>
  )
}

function smooth(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
}
