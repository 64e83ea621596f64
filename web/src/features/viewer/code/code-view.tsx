import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { fileSize } from '@/lib/format'
import { useZoomGestures } from '../gestures'
import { Broken } from '../parts/broken'
import { EndNote } from '../parts/end-note'
import { foldText } from '../text/fold'
import type { ViewProps } from '../view-props'
import type { Viewer } from '../viewer'
import { clampZoom } from '../zoom'
import type { Token } from './colour'
import { type Line, linesOf } from './decode'
import { readText, SHOWN_MAX } from './source'

/** Maximum length of a highlighted text, in characters: highlighting a longer text is too slow. */
const COLOURED_MAX = 300_000
/** Number of lines that are rendered together. */
const STRETCH = 40
/** Number of stretches that fill a window of 2,600 pixels at the smallest zoom. */
const SIGHT = 6
/** Height of a line at 100 %, in pixels. */
const LINE = 22

/** A text file with line numbers, highlighted if its language is known and its text and lines are not too long. */
export default function CodeView({ doc, viewer, start }: ViewProps) {
  const t = useT()
  const scroller = useRef<HTMLDivElement>(null)
  const wrap = useStore(viewer.store, (s) => s.wrap)
  const scale = useStore(viewer.store, (s) => s.scale)
  const { lines, done, whole, failed, retry } = useLines(doc.url)
  const tokens = useColours(doc.docType, lines, done)
  const stretches = useMemo(() => {
    const out: Line[][] = []
    for (let i = 0; i < lines.length; i += STRETCH) out.push(lines.slice(i, i + STRETCH))
    return out
  }, [lines])

  const virtual = useVirtualizer({
    count: stretches.length,
    getScrollElement: () => scroller.current,
    estimateSize: (i) => (stretches[i]?.length ?? STRETCH) * LINE * scale,
    overscan: 2,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new scale or wrapping changes the heights.
  useEffect(() => virtual.measure(), [virtual, scale, wrap])
  useZoomGestures(scroller, (factor) => viewer.set({ zoom: clampZoom(viewer.state.scale * factor) }))

  // The stored position counts groups of lines, not units. It is restored once, and not if the reader has scrolled.
  // The viewer's own requests come later and replace it.
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || stretches.length === 0) return
    if (start && !done && stretches.length < start.unit + SIGHT) return
    begun.current = true
    if (!start || start.unit === 1) return
    viewer.at = { unit: start.unit, part: 0 }
    virtual.scrollToIndex(start.unit - 1, { align: 'start' })
  }, [stretches, done, start, viewer, virtual])

  const latest = useRef(stretches)
  latest.current = stretches
  useEffect(() => {
    const el = scroller.current
    if (!el || !done) return
    const count = latest.current.length
    const unitOf = (place: number) =>
      Math.max(1, Math.min(doc.units || 1, Math.ceil((place / Math.max(1, count)) * (doc.units || 1))))
    return viewer.use({
      count,
      scroller: el,
      textOf: async (place) => foldText((latest.current[place - 1] ?? []).map((l) => l.text).join('')),
      // A place is a group of STRETCH lines, but the server divides the file into other units. So the place
      // of a unit is estimated: the same fraction of the file. With `reach`, a quote is searched for in the
      // whole file.
      placeOf: (unit) => Math.floor(((unit - 1) / Math.max(1, doc.units || 1)) * count) + 1,
      unitOf,
      reach: Number.POSITIVE_INFINITY,
      scrollTo: (place, part = 0) => {
        virtual.scrollToIndex(place - 1, { align: 'start' })
        if (part > 0) el.scrollTop += part * STRETCH * LINE * viewer.state.scale
      },
    })
  }, [viewer, virtual, done, doc.units])

  if (failed) return <Broken doc={doc} fault="offline" onRetry={retry} />
  const onScroll = () => {
    begun.current = true
    const place = (virtual.range?.startIndex ?? 0) + 1
    viewer.at = { unit: place, part: 0 }
    if (viewer.state.place !== place) viewer.set({ place })
  }
  return (
    <div
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll the focused element.
      tabIndex={0}
      role="document"
      aria-label={doc.fileName}
      aria-busy={!done}
      className={cn('code-view', wrap && 'wrap')}
      style={{ ['--view-scale' as string]: scale, ['--digits' as string]: String(lines.length).length }}
      onScroll={onScroll}
    >
      <div
        className="relative w-max min-w-full"
        style={{ height: virtual.getTotalSize(), width: wrap ? '100%' : undefined }}
      >
        {virtual.getVirtualItems().map((item) => (
          <div
            key={item.key}
            ref={virtual.measureElement}
            data-index={item.index}
            className="absolute top-0 left-0 min-w-full"
            style={{ transform: `translateY(${item.start}px)` }}
          >
            <Stretch viewer={viewer} place={item.index + 1} lines={stretches[item.index]!} tokens={tokens} />
          </div>
        ))}
      </div>
      {done && !whole && <EndNote>{t('viewer.textCut', { size: fileSize(SHOWN_MAX) })}</EndNote>}
    </div>
  )
}

interface StretchProps {
  viewer: Viewer
  place: number
  lines: Line[]
  tokens: Token[][] | null
}

const Stretch = memo(function Stretch({ viewer, place, lines, tokens }: StretchProps) {
  const root = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new tokens replace the text nodes.
  useLayoutEffect(() => viewer.attach(place, root.current!), [viewer, place, lines, tokens])
  return (
    <div ref={root} className="relative">
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never move.
        <div key={i} className="code-line" data-n={line.number || undefined}>
          <code>
            {tokens && line.number > 0 && tokens[line.number - 1]
              ? tokens[line.number - 1]!.map(([look, text], n) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: tokens never move within a line.
                  <span key={n} className={look || undefined}>
                    {text}
                  </span>
                ))
              : line.text}
          </code>
        </div>
      ))}
    </div>
  )
})

function useLines(url: string) {
  const [state, setState] = useState({ lines: [] as Line[], done: false, whole: true, failed: false })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads the same file again.
  useEffect(() => {
    const stop = new AbortController()
    readText(
      url,
      (text, done, whole) => setState({ lines: linesOf(text), done, whole, failed: false }),
      stop.signal,
    ).catch(() => {
      if (!stop.signal.aborted) setState((s) => ({ ...s, failed: true }))
    })
    return () => stop.abort()
  }, [url, attempt])
  return {
    ...state,
    retry: () => {
      setState((s) => ({ ...s, failed: false }))
      setAttempt((n) => n + 1)
    },
  }
}

/** The highlighted tokens of the lines; null until they are computed, and for texts that are not highlighted. */
function useColours(extension: string, lines: Line[], done: boolean): Token[][] | null {
  const [tokens, setTokens] = useState<Token[][] | null>(null)
  useEffect(() => {
    setTokens(null)
    const numbered = lines.filter((l) => l.number > 0)
    // A file with a line that is split into several parts is not highlighted, because its tokens
    // would have to be split as well.
    if (!done || extension === 'txt' || numbered.length !== lines.length) return
    if (lines.reduce((sum, l) => sum + l.text.length, 0) > COLOURED_MAX) return
    let gone = false
    import('./colour').then(
      ({ colour }) =>
        gone ||
        setTokens(
          colour(
            extension,
            lines.map((l) => l.text),
          ),
        ),
      () => {}, // the text can be read without highlighting
    )
    return () => {
      gone = true
    }
  }, [extension, lines, done])
  return tokens
}
