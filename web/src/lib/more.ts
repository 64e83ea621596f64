import { useCallback, useRef } from 'react'

/** A ref for the end of a list; calls `reached` whenever the end comes into view or within `margin` of the view. */
export function useMore(reached: () => void, margin = '200px') {
  const latest = useRef(reached)
  latest.current = reached
  return useCallback(
    (el: HTMLElement | null) => {
      if (!el || !globalThis.IntersectionObserver) return
      const watch = new IntersectionObserver(
        (seen) => seen.some((s) => s.isIntersecting) && latest.current(),
        { rootMargin: margin },
      )
      watch.observe(el)
      return () => watch.disconnect()
    },
    [margin],
  )
}
