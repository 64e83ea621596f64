import { useEffect } from 'react'

const EDGE = 24
const DISTANCE = 48

/** While `active`, opens the sidebar on a swipe from the left edge, and closes it on a swipe to the left. */
export function useEdgeSwipe(active: boolean, isOpen: boolean, open: () => void, close: () => void): void {
  useEffect(() => {
    if (!active) return
    let from: { x: number; y: number } | null = null
    const start = (e: TouchEvent) => {
      const touch = e.touches[0]
      from =
        touch && e.touches.length === 1 && (isOpen || touch.clientX <= EDGE)
          ? { x: touch.clientX, y: touch.clientY }
          : null
    }
    const move = (e: TouchEvent) => {
      const touch = e.touches[0]
      if (!from || !touch) return
      const dx = touch.clientX - from.x
      if (Math.abs(touch.clientY - from.y) > Math.abs(dx)) return
      if (!isOpen && dx > DISTANCE) {
        from = null
        open()
      } else if (isOpen && dx < -DISTANCE) {
        from = null
        close()
      }
    }
    window.addEventListener('touchstart', start, { passive: true })
    window.addEventListener('touchmove', move, { passive: true })
    return () => {
      window.removeEventListener('touchstart', start)
      window.removeEventListener('touchmove', move)
    }
  }, [active, isOpen, open, close])
}
