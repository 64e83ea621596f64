import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { cn } from '@/lib/cn'
import { useZoomGestures } from './gestures'
import { Broken } from './parts/broken'
import { useSize } from './use-size'
import type { ViewProps } from './view-props'
import { clampZoom } from './zoom'

const ROOM = 24

/** A picture, fitted to the window until another zoom is chosen, and moved by dragging. */
export default function ImageView({ doc, viewer }: ViewProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const box = useSize(scroller)
  const zoom = useStore(viewer.store, (s) => s.zoom)
  const rotation = useStore(viewer.store, (s) => s.rotation)
  const [natural, setNatural] = useState(
    doc.width && doc.height ? { width: doc.width, height: doc.height } : null,
  )
  const [failed, setFailed] = useState(false)
  const [loaded, setLoaded] = useState(false)
  const turned = rotation % 180 !== 0
  const shown = natural && (turned ? { width: natural.height, height: natural.width } : natural)

  const scale = (() => {
    if (!box || !shown) return 1
    if (typeof zoom === 'number') return zoom
    const across = (box.width - 2 * ROOM) / shown.width
    const fit = zoom === 'width' ? across : Math.min(across, (box.height - 2 * ROOM) / shown.height)
    // A small picture is not enlarged automatically.
    return Math.max(0.02, Math.min(1, fit))
  })()
  useEffect(() => viewer.set({ scale }), [viewer, scale])

  // When a gesture or a double click zooms, the point under the pointer stays in place. That point is stored
  // as fractions of the picture.
  const held = useRef({ x: 0.5, y: 0.5, left: 0, top: 0, on: false })
  const hold = useCallback((x: number, y: number) => {
    const el = scroller.current
    const img = el?.querySelector<HTMLElement>('.image-frame')
    if (!el || !img) return
    const frame = el.getBoundingClientRect()
    const r = img.getBoundingClientRect()
    held.current = {
      x: (x - r.left) / r.width,
      y: (y - r.top) / r.height,
      left: x - frame.left,
      top: y - frame.top,
      on: true,
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new size restores the point under the pointer.
  useLayoutEffect(() => {
    const el = scroller.current
    const img = el?.querySelector<HTMLElement>('.image-frame')
    if (!el || !img || !held.current.on) return
    const frame = el.getBoundingClientRect()
    const r = img.getBoundingClientRect()
    const { x, y, left, top } = held.current
    el.scrollLeft += r.left - frame.left + x * r.width - left
    el.scrollTop += r.top - frame.top + y * r.height - top
    held.current.on = false
  }, [scale])
  useZoomGestures(scroller, (factor, x, y) => {
    hold(x, y)
    viewer.set({ zoom: clampZoom(viewer.state.scale * factor) })
  })

  useEffect(() => {
    viewer.set({ phase: 'ready', count: 1 })
  }, [viewer])

  const drag = useRef<{ x: number; y: number; left: number; top: number } | null>(null)
  if (failed) return <Broken doc={doc} fault="broken" />
  return (
    <div
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll the focused element.
      tabIndex={0}
      role="document"
      aria-label={doc.fileName}
      className="image-view"
      onPointerDown={(e) => {
        if (e.pointerType !== 'mouse' || e.button !== 0) return
        const el = e.currentTarget
        drag.current = { x: e.clientX, y: e.clientY, left: el.scrollLeft, top: el.scrollTop }
        el.setPointerCapture(e.pointerId)
      }}
      onPointerMove={(e) => {
        if (!drag.current) return
        e.currentTarget.scrollLeft = drag.current.left - (e.clientX - drag.current.x)
        e.currentTarget.scrollTop = drag.current.top - (e.clientY - drag.current.y)
      }}
      onPointerUp={() => {
        drag.current = null
      }}
      onDoubleClick={(e) => {
        hold(e.clientX, e.clientY)
        viewer.set({ zoom: typeof zoom === 'number' ? 'page' : Math.abs(scale - 1) < 0.01 ? 2 : 1 })
      }}
    >
      <div
        className="image-frame"
        style={shown ? { width: shown.width * scale, height: shown.height * scale } : undefined}
      >
        <img
          src={doc.url}
          alt={doc.fileName}
          draggable={false}
          className={cn('image-itself', !loaded && 'opacity-0')}
          style={
            natural
              ? {
                  width: natural.width * scale,
                  height: natural.height * scale,
                  transform: `translate(-50%, -50%) rotate(${rotation}deg)`,
                }
              : undefined
          }
          onLoad={(e) => {
            setLoaded(true)
            const { naturalWidth: width, naturalHeight: height } = e.currentTarget
            // An SVG file without a size of its own is shown in the browser's default size.
            setNatural({ width: width || 300, height: height || 150 })
          }}
          onError={() => setFailed(true)}
        />
      </div>
    </div>
  )
}
