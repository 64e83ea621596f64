import { useVirtualizer } from '@tanstack/react-virtual'
import { X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { IconButton } from '@/ui/button'
import type { ThumbSource } from '../pdf/thumb-source'
import { setPrefs } from '../position'
import type { Viewer } from '../viewer'

export interface SidePanelProps {
  viewer: Viewer
  /** Whether the panel covers the file and closes after a choice. */
  over: boolean
  /** Whether the places of the file have visible numbers. */
  numbered: boolean
}

/** The outline or the thumbnails of the pages. */
export function SidePanel({ viewer, over, numbered }: SidePanelProps) {
  const t = useT()
  const panel = useStore(viewer.store, (s) => s.panel)
  const outlined = useStore(viewer.store, (s) => s.outline.length > 0)
  const thumbs = useStore(viewer.store, (s) => s.extras.thumbs)
  const which = panel === 'thumbs' && thumbs ? 'thumbs' : panel === 'outline' && outlined ? 'outline' : null
  if (!which) return null
  const close = () => {
    viewer.set({ panel: null })
    setPrefs({ panel: null })
  }
  const chosen = () => over && viewer.set({ panel: null })
  const title = t(which === 'outline' ? 'viewer.outline' : 'viewer.thumbs')
  return (
    <>
      {over && <div className="fade-in absolute inset-0 z-20 bg-mask" onPointerDown={close} />}
      <nav aria-label={title} className={cn('viewer-panel', over && 'over')}>
        <div className="flex h-11 shrink-0 items-center pr-2 pl-4">
          <h2 className="flex-1 font-medium text-[13px] text-ink-2">{title}</h2>
          <IconButton size="sm" label={t('ui.close')} onClick={close}>
            <X strokeWidth={1.5} />
          </IconButton>
        </div>
        {which === 'outline' ? (
          <Outline viewer={viewer} numbered={numbered} onChosen={chosen} />
        ) : (
          thumbs && <Thumbs viewer={viewer} source={thumbs} onChosen={chosen} />
        )}
      </nav>
    </>
  )
}

interface OutlineProps {
  viewer: Viewer
  /** Whether the places of the file have visible numbers. */
  numbered: boolean
  onChosen: () => void
}

function Outline({ viewer, numbered, onChosen }: OutlineProps) {
  const outline = useStore(viewer.store, (s) => s.outline)
  const place = useStore(viewer.store, (s) => s.place)
  const list = useRef<HTMLUListElement>(null)
  // The entry that contains the current place: the first entry that begins there, otherwise the last entry before it.
  const current = useMemo(() => {
    const here = outline.findIndex((h) => h.unit === place)
    return here >= 0 ? here : outline.findLastIndex((h) => h.unit < place)
  }, [outline, place])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new current entry is scrolled into view.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const least = outline.reduce((low, h) => Math.min(low, h.level), 9)
  return (
    <ul ref={list} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-4">
      {outline.map((h, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: headings may be equal; their order never changes.
        <li key={i}>
          <button
            type="button"
            aria-current={i === current ? 'location' : undefined}
            className="outline-entry"
            style={{ paddingLeft: 10 + 14 * Math.min(5, h.level - least) }}
            onClick={() => {
              onChosen()
              viewer.goTo(h.unit, h.text, { quiet: true })
            }}
          >
            <span className="line-clamp-2 flex-1">{h.text}</span>
            {/* Numbers of sections are not shown, because the server has divided the file into
                sections; the file itself has no numbers. */}
            {numbered && <span className="outline-page">{h.unit}</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Height of a page relative to its width, until the first page is measured. */
const A4 = 297 / 210
const THUMB = 132
/** Height of a thumbnail's caption and the space below it, in px. */
const BELOW = 34

function Thumbs({ viewer, source, onChosen }: { viewer: Viewer; source: ThumbSource; onChosen: () => void }) {
  const scroller = useRef<HTMLDivElement>(null)
  const place = useStore(viewer.store, (s) => s.place)
  const [ratio, setRatio] = useState(A4)
  useEffect(() => {
    void source.ratio(1).then(setRatio)
  }, [source])
  const virtual = useVirtualizer({
    count: source.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => Math.round(THUMB * ratio) + BELOW,
    overscan: 3,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new ratio changes all sizes.
  useEffect(() => virtual.measure(), [virtual, ratio])
  useEffect(() => virtual.scrollToIndex(place - 1, { align: 'auto' }), [virtual, place])
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <ul className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => (
          <li
            key={item.key}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${item.start}px)` }}
          >
            <Thumb
              n={item.index + 1}
              current={place === item.index + 1}
              height={Math.round(THUMB * ratio)}
              source={source}
              onClick={() => {
                onChosen()
                viewer.goTo(item.index + 1)
              }}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface ThumbProps {
  n: number
  current: boolean
  height: number
  source: ThumbSource
  onClick: () => void
}

function Thumb({ n, current, height, source, onClick }: ThumbProps) {
  const t = useT()
  const host = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    let canvas: HTMLCanvasElement | undefined
    const cancel = source.draw(n, THUMB, (drawn) => {
      canvas = drawn
      host.current?.replaceChildren(drawn)
    })
    return () => {
      cancel()
      if (canvas) canvas.width = canvas.height = 0
    }
  }, [source, n])
  return (
    <button
      type="button"
      aria-label={t('viewer.pageN', { n })}
      aria-current={current ? 'page' : undefined}
      className="thumb"
      onClick={onClick}
    >
      <span ref={host} className="thumb-page" style={{ width: THUMB, height }} />
      <span className="thumb-number">{n}</span>
    </button>
  )
}
