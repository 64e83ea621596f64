import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { Button } from '@/ui/button'
import { EmptyState, Skeleton } from '@/ui/state'
import { useZoomGestures } from '../gestures'
import { EndNote } from '../parts/end-note'
import { foldText } from '../text/fold'
import type { Unit } from '../types'
import { textOfUnit, UnitStore } from '../unit-store'
import type { ViewProps } from '../view-props'
import type { Viewer } from '../viewer'
import { clampZoom } from '../zoom'
import { ProseUnit } from './blocks'
import { SlideUnit } from './slide'

export interface FlowViewProps extends ViewProps {
  kind: 'prose' | 'slides'
}

/** The component of each kind, and the estimated height of a unit before it is measured. */
const kinds = {
  prose: {
    Unit: ProseUnit,
    // Assumes about 38 characters per line of 29 px, and some space between paragraphs.
    height: (chars: number) => Math.max(120, (chars / 38) * 29 * 1.25),
    gap: 0,
  },
  slides: { Unit: SlideUnit, height: () => 480, gap: 20 },
} as const

/**
 * Files that flow: sections of a text below each other, or slides as cards. Units are loaded when the reader comes
 * near them.
 */
export default function FlowView({ doc, viewer, start, kind }: FlowViewProps) {
  const t = useT()
  const scroller = useRef<HTMLDivElement>(null)
  const scale = useStore(viewer.store, (s) => s.scale)
  const store = useMemo(
    () => new UnitStore(doc.id, doc.units, doc.unitKind),
    [doc.id, doc.units, doc.unitKind],
  )
  const { Unit: UnitView, height, gap } = kinds[kind]
  const virtual = useVirtualizer({
    count: doc.units,
    getScrollElement: () => scroller.current,
    estimateSize: () => height((doc.chars ?? 0) / Math.max(1, doc.units)) * scale,
    overscan: 2,
    gap,
    paddingStart: 24,
  })

  const settle = useRef(0)
  const scrollTo = useCallback(
    (place: number, part = 0) => {
      const el = scroller.current
      if (!el) return
      const id = ++settle.current
      virtual.scrollToIndex(place - 1, { align: 'start' })
      // Content above is measured only when it is rendered. So the position is corrected in the next few frames.
      let tries = 0
      const correct = () => {
        const item = virtual.measurementsCache[place - 1]
        if (id !== settle.current || !item || tries++ > 12) return
        const want = Math.round(item.start + part * item.size) - (part > 0 ? 0 : 12)
        if (Math.abs(el.scrollTop - want) > 1) el.scrollTop = want
        requestAnimationFrame(correct)
      }
      requestAnimationFrame(correct)
    },
    [virtual],
  )
  const stopCorrecting = useCallback(() => {
    settle.current++
  }, [])
  useEffect(() => {
    const el = scroller.current
    if (!el) return
    for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
      el.addEventListener(type, stopCorrecting, { passive: true })
    return () => {
      for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
        el.removeEventListener(type, stopCorrecting)
    }
  }, [stopCorrecting])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new scale restores the position.
  useEffect(() => {
    const { unit, part } = viewer.at
    if (unit > 1 || part > 0) scrollTo(unit, part)
  }, [scale])
  useZoomGestures(scroller, (factor) => viewer.set({ zoom: clampZoom(viewer.state.scale * factor) }))

  useEffect(() => {
    const el = scroller.current
    if (!el) return
    viewer.set({ outline: doc.outline ?? [] })
    if (start) {
      viewer.at = { unit: start.unit, part: start.part }
      scrollTo(start.unit, start.part)
    }
    return viewer.use({
      count: doc.units,
      scroller: el,
      textOf: async (place) => foldText(textOfUnit(await store.get(place))),
      placeOf: (unit) => unit,
      unitOf: (place) => place,
      scrollTo,
      stopCorrecting,
    })
  }, [viewer, store, doc.units, doc.outline, scrollTo, stopCorrecting, start])

  const onScroll = () => {
    const el = scroller.current!
    const top = el.scrollTop
    const item = virtual.getVirtualItemForOffset(top + 40)
    if (!item) return
    viewer.at = { unit: item.index + 1, part: Math.min(1, Math.max(0, (top - item.start) / item.size)) }
    // The current slide is the slide at a third of the window's height. The current section of a text is the
    // section at the top.
    const at = kind === 'slides' ? virtual.getVirtualItemForOffset(top + el.clientHeight / 3) : item
    const place = (at ?? item).index + 1
    if (viewer.state.place !== place) viewer.set({ place })
  }
  if (doc.units === 0) return <EmptyState className="h-full justify-center" title={t('viewer.noWords')} />
  return (
    <div
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll the focused element.
      tabIndex={0}
      role="document"
      aria-label={doc.fileName}
      className={cn('flow-view', kind)}
      style={{ ['--view-scale' as string]: scale }}
      onScroll={onScroll}
    >
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => (
          <div
            key={item.key}
            ref={virtual.measureElement}
            data-index={item.index}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${item.start}px)` }}
          >
            <Place store={store} viewer={viewer} place={item.index + 1} View={UnitView} />
          </div>
        ))}
      </div>
      <EndNote>{t(doc.warnings?.includes('truncated') ? 'viewer.cut' : 'viewer.end')}</EndNote>
    </div>
  )
}

interface PlaceProps {
  store: UnitStore
  viewer: Viewer
  place: number
  View: (props: { unit: Unit }) => React.ReactNode
}

/** One unit, loaded when the reader comes near it. */
const Place = memo(function Place({ store, viewer, place, View }: PlaceProps) {
  const t = useT()
  const [unit, setUnit] = useState(() => store.now(place))
  const [failed, setFailed] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (unit || failed) return
    let gone = false
    store.get(place).then(
      (u) => gone || setUnit(u),
      () => gone || setFailed(true),
    )
    return () => {
      gone = true
    }
  }, [store, place, unit, failed])
  useLayoutEffect(() => {
    if (unit && root.current) return viewer.attach(place, root.current)
  }, [viewer, place, unit])
  if (unit)
    return (
      <div ref={root} className="relative">
        <View unit={unit} />
      </div>
    )
  return (
    <div className="prose-unit">
      {failed ? (
        <p role="alert" className="flex items-center gap-3 py-6 text-[13px] text-ink-3">
          {t('viewer.unitFailed')}
          <Button size="sm" onClick={() => setFailed(false)}>
            {t('ui.retry')}
          </Button>
        </p>
      ) : (
        <div className="space-y-3 py-4" aria-hidden>
          <Skeleton className="h-6 w-1/3" />
          <Skeleton />
          <Skeleton />
          <Skeleton className="w-3/4" />
        </div>
      )}
    </div>
  )
})
