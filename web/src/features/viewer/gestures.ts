import { type RefObject, useEffect, useRef } from 'react'

/** A zoom by a factor around a point of the screen. */
export type OnZoom = (factor: number, x: number, y: number) => void

/** The logarithm of the zoom factor per pixel of wheel movement. A touchpad pinch uses four times this value. */
const WHEEL = 0.0025
const LINE = 20

/**
 * Zooms the element instead of the page. The gestures are a pinch with two fingers, a wheel with Ctrl or ⌘, and a
 * touchpad pinch. Browsers report a touchpad pinch as a wheel with Ctrl.
 */
export function useZoomGestures(ref: RefObject<HTMLElement | null>, onZoom: OnZoom, enabled = true): void {
  const latest = useRef(onZoom)
  latest.current = onZoom
  useEffect(() => {
    const el = ref.current
    if (!el || !enabled) return
    const wheel = (e: WheelEvent) => {
      if (!e.ctrlKey && !e.metaKey) return
      e.preventDefault()
      const pixels = e.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? e.deltaY : e.deltaY * LINE
      // A notch of a mouse wheel is reported as a hundred pixels or more, so the value is limited. A touchpad
      // pinch is reported as only a few pixels, so they count four times.
      const capped = Math.max(-120, Math.min(120, pixels))
      latest.current(Math.exp(-capped * (Math.abs(pixels) < 30 ? WHEEL * 4 : WHEEL)), e.clientX, e.clientY)
    }
    let spread = 0
    const fingers = (e: TouchEvent): [x: number, y: number, spread: number] => {
      const [a, b] = [e.touches[0]!, e.touches[1]!]
      return [
        (a.clientX + b.clientX) / 2,
        (a.clientY + b.clientY) / 2,
        Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
      ]
    }
    const start = (e: TouchEvent) => {
      if (e.touches.length !== 2) return
      e.preventDefault()
      spread = fingers(e)[2]
    }
    const move = (e: TouchEvent) => {
      if (e.touches.length !== 2 || spread === 0) return
      e.preventDefault()
      const [x, y, now] = fingers(e)
      if (Math.abs(now - spread) < 1) return
      latest.current(now / spread, x, y)
      spread = now
    }
    const end = () => {
      spread = 0
    }
    el.addEventListener('wheel', wheel, { passive: false })
    el.addEventListener('touchstart', start, { passive: false })
    el.addEventListener('touchmove', move, { passive: false })
    el.addEventListener('touchend', end)
    el.addEventListener('touchcancel', end)
    return () => {
      el.removeEventListener('wheel', wheel)
      el.removeEventListener('touchstart', start)
      el.removeEventListener('touchmove', move)
      el.removeEventListener('touchend', end)
      el.removeEventListener('touchcancel', end)
    }
  }, [ref, enabled])
}
