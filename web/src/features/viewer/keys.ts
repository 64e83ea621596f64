import { type RefObject, useEffect, useRef } from 'react'
import type { ViewTools } from './kinds'
import type { Viewer } from './viewer'

type Act = (viewer: Viewer, tools: ViewTools) => boolean

const zoom =
  (direction: 1 | -1): Act =>
  (viewer, tools) => {
    if (tools.zoom) viewer.zoomBy(direction)
    return tools.zoom
  }

/** Shows the previous or next page, unless the arrow keys scroll sideways. */
const turn =
  (direction: 1 | -1): Act =>
  (viewer, tools) => {
    const el = viewer.scroller
    if (!tools.pages || !el || el.scrollWidth > el.clientWidth + 1) return false
    const { place, count } = viewer.state
    viewer.goTo(Math.min(count, Math.max(1, place + direction)))
    return true
  }

/** Scrolls by almost one window. */
const leaf =
  (direction: 1 | -1): Act =>
  (viewer) => {
    const el = viewer.scroller
    if (!el) return false
    el.scrollTop += direction * el.clientHeight * 0.9
    return true
  }

/** The action of each key. If an action returns false, the browser handles the key. */
export const viewerKeys: Record<string, Act> = {
  '+': zoom(1),
  '=': zoom(1),
  '-': zoom(-1),
  0: (viewer, tools) => {
    if (tools.zoom) viewer.set({ zoom: tools.fit ? 'auto' : 1 })
    return tools.zoom
  },
  ArrowLeft: turn(-1),
  ArrowRight: turn(1),
  PageUp: leaf(-1),
  PageDown: leaf(1),
  Home: (viewer) => {
    if (viewer.state.count > 0) viewer.goTo(1)
    return viewer.state.count > 0
  },
  End: (viewer) => {
    const el = viewer.scroller
    if (!el) return false
    el.scrollTop = el.scrollHeight
    return true
  },
}

/**
 * The viewer's keyboard handler. It reacts while the focus is inside the viewer. A full-page viewer
 * also reacts while nothing has the focus.
 */
export function useViewerKeys(
  root: RefObject<HTMLElement | null>,
  viewer: Viewer,
  tools: ViewTools,
  whole: boolean,
): void {
  const latest = useRef({ tools, whole })
  latest.current = { tools, whole }
  useEffect(() => {
    const onKeyDown = (e: KeyboardEvent) => {
      if (e.defaultPrevented || e.isComposing || e.keyCode === 229 || e.altKey) return
      const { tools, whole } = latest.current
      const target = e.target as HTMLElement
      const inside = root.current?.contains(target)
      const idle = target === document.body || target.id === 'main'
      if (!inside && !(whole && idle)) return
      if (document.querySelector('[role="dialog"][data-state="open"]')) return
      if (e.ctrlKey || e.metaKey) {
        if (e.key.toLowerCase() !== 'f' || e.shiftKey || !tools.find) return
        e.preventDefault()
        viewer.openFind()
        return
      }
      if (e.key === 'Escape' && viewer.state.find.open) {
        e.preventDefault()
        viewer.closeFind()
        viewer.scroller?.focus()
        return
      }
      if (/^(INPUT|TEXTAREA|SELECT|VIDEO|AUDIO)$/.test(target.tagName) || target.isContentEditable) return
      if (viewerKeys[e.key]?.(viewer, tools)) e.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [root, viewer])
}
