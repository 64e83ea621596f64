import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useT } from '@/i18n'
import { useZoomGestures } from '../gestures'
import { type Anchor, anchorAt, mostVisible, offsetsOf, scrollOf, windowOf } from '../layout'
import { foldText } from '../text/fold'
import { useSize } from '../use-size'
import type { ViewProps } from '../view-props'
import { clampZoom, POINT, scaleOf } from '../zoom'
import { type PDFDocumentProxy, pageText } from './open'
import { outlineOf } from './outline'
import { PdfPage } from './page'
import { printPdf } from './print'
import { RenderQueue } from './queue'
import { thumbSource } from './thumb-source'

/** Pixels between and around pages. */
const GAP = 12
const ROOM = 16
const ROOM_PHONE = 8
/** Pages are redrawn after this time without zooming, in ms. */
const REST = 180

interface Size {
  width: number
  height: number
}

/** A4 in points, used until a page is measured. */
const A4: Size = { width: 595, height: 842 }

/** The pages of a PDF below each other. Only pages near the visible part are rendered. */
export function PdfPages({ pdf, doc, viewer, start }: ViewProps & { pdf: PDFDocumentProxy }) {
  const t = useT()
  const scroller = useRef<HTMLDivElement>(null)
  const queue = useMemo(() => new RenderQueue(), [])
  const box = useSize(scroller)
  const zoom = useStore(viewer.store, (s) => s.zoom)
  const rotation = useStore(viewer.store, (s) => s.rotation)
  const [sizes, setSizes] = useState<ReadonlyMap<number, Size>>(new Map())
  const [near, setNear] = useState({ first: 0, last: 0 })
  const here = useRef(start?.unit ?? 1)

  const onSize = useCallback((n: number, width: number, height: number) => {
    setSizes((old) => {
      const same = old.get(n)
      if (same?.width === width && same.height === height) return old
      return new Map(old).set(n, { width, height })
    })
  }, [])

  // ── Positions ──
  const count = pdf.numPages
  const turned = rotation % 180 !== 0
  const sizeOf = useCallback(
    (n: number): Size => {
      const { width, height } = sizes.get(n) ?? sizes.get(1) ?? sizes.values().next().value ?? A4
      return turned ? { width: height, height: width } : { width, height }
    },
    [sizes, turned],
  )
  const room = (box?.width ?? 1000) < 600 ? ROOM_PHONE : ROOM
  // The page that is fitted to the window: the page that was current when the zoom, the rotation or the window last
  // changed. Scrolling does not change it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current page is read only when these change.
  const fitted = useMemo(() => here.current, [zoom, rotation, box])
  const scale = box
    ? scaleOf(zoom, sizeOf(fitted), {
        width: box.width - 2 * room,
        height: box.height - 2 * GAP,
      })
    : 1
  const places = useMemo(() => {
    const widths: number[] = []
    const heights: number[] = []
    for (let n = 1; n <= count; n++) {
      const { width, height } = sizeOf(n)
      widths.push(Math.floor(width * POINT * scale))
      heights.push(Math.floor(height * POINT * scale))
    }
    return { widths, heights, offsets: offsetsOf(heights, GAP, GAP) }
  }, [count, sizeOf, scale])
  const { widths, heights, offsets } = places
  const widest = Math.max(...widths.slice(near.first, near.last + 1), 0)
  const inner = Math.max(box?.width ?? 0, widest + 2 * room)
  const latest = useRef({ ...places, inner })
  latest.current = { ...places, inner }

  useEffect(() => viewer.set({ scale }), [viewer, scale])
  const drawScale = useRested(scale)

  // ── Scrolling. The anchor is the point that keeps its place while sizes change. ──
  const anchor = useRef<Anchor & { across: number; acrossShift: number }>({
    index: (start?.unit ?? 1) - 1,
    part: start?.part ?? 0,
    shift: start?.part ? 0 : GAP,
    across: 0.5,
    acrossShift: (box?.width ?? 0) / 2,
  })
  const look = useCallback(() => {
    const el = scroller.current
    if (!el) return
    const { offsets, heights } = latest.current
    const { scrollTop: top, clientHeight: height } = el
    const { first, last } = windowOf(offsets, top, top + height, height)
    setNear((old) => (old.first === first && old.last === last ? old : { first, last }))
    const place = mostVisible(offsets, heights, top, top + height) + 1
    here.current = place
    if (viewer.state.place !== place) viewer.set({ place })
    const { index, part } = anchorAt(offsets, heights, top, 0)
    viewer.at = { unit: index + 1, part: Math.min(1, Math.max(0, part)) }
  }, [viewer])
  const hold = useCallback((x?: number, y?: number) => {
    const el = scroller.current
    if (!el) return
    const { offsets, heights, widths, inner } = latest.current
    const frame = el.getBoundingClientRect()
    const acrossShift = x === undefined ? el.clientWidth / 2 : x - frame.left
    const point = anchorAt(offsets, heights, el.scrollTop, y === undefined ? 0 : y - frame.top)
    const width = widths[point.index] || 1
    const across = (el.scrollLeft + acrossShift - (inner - width) / 2) / width
    anchor.current = { ...point, across, acrossShift }
  }, [])
  const onScroll = useCallback(() => {
    hold()
    look()
  }, [hold, look])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new layout restores the anchor.
  useLayoutEffect(() => {
    const el = scroller.current
    if (!el || !box) return
    const { across, acrossShift, index } = anchor.current
    const width = widths[index] ?? 0
    el.scrollTop = scrollOf(offsets, heights, anchor.current)
    el.scrollLeft = (inner - width) / 2 + across * width - acrossShift
    look()
  }, [places, box, inner])

  useZoomGestures(scroller, (factor, x, y) => {
    hold(x, y)
    viewer.set({ zoom: clampZoom(viewer.state.scale * factor) })
  })

  // ── The driver for the viewer ──
  const there = box !== null
  useEffect(() => {
    const el = scroller.current
    if (!el || !there) return
    return viewer.use({
      count,
      scroller: el,
      textOf: async (n) => foldText(await pageText(pdf, n)),
      placeOf: (unit) => unit,
      unitOf: (place) => place,
      zooms: true,
      scrollTo: (place, part = 0) => {
        const { offsets, heights } = latest.current
        anchor.current = { ...anchor.current, index: place - 1, part, shift: part === 0 ? GAP : 0 }
        el.scrollTop = scrollOf(offsets, heights, anchor.current)
        look()
      },
    })
  }, [viewer, pdf, count, look, there])

  useEffect(() => {
    viewer.set({
      extras: {
        thumbs: thumbSource(pdf, queue),
        print: (report, signal) => printPdf(pdf, report, signal),
      },
    })
    let gone = false
    if (doc.outline?.length) viewer.set({ outline: doc.outline })
    else {
      outlineOf(pdf).then(
        (outline) => gone || viewer.set({ outline }),
        () => {}, // without an outline, the file is still shown
      )
    }
    return () => {
      gone = true
      viewer.set({ extras: {} })
    }
  }, [viewer, pdf, queue, doc.outline])

  const shown = []
  for (let i = near.first; i <= Math.min(near.last, count - 1); i++) shown.push(i)
  return (
    <div
      ref={scroller}
      className="pdf-scroller"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll the focused element.
      tabIndex={0}
      role="document"
      aria-label={t('viewer.pages', { name: doc.fileName })}
      onScroll={onScroll}
    >
      <div className="relative" style={{ height: offsets[count], width: inner }}>
        {box &&
          shown.map((i) => (
            <PdfPage
              key={i}
              pdf={pdf}
              viewer={viewer}
              queue={queue}
              n={i + 1}
              top={offsets[i]!}
              left={Math.floor((inner - widths[i]!) / 2)}
              width={widths[i]!}
              height={heights[i]!}
              scale={scale}
              drawScale={drawScale}
              rotation={rotation}
              here={here}
              onSize={onSize}
            />
          ))}
      </div>
    </div>
  )
}

/** A debounced value; the first value is used immediately. */
function useRested(value: number): number {
  const [rested, setRested] = useState(value)
  const known = useRef(false)
  useEffect(() => {
    if (!known.current) {
      known.current = true
      setRested(value)
      return
    }
    const timer = setTimeout(() => setRested(value), REST)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
