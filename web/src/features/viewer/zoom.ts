import type { Zoom } from './position'

/** The zoom steps of the buttons and keys. */
export const ZOOM_STEPS = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4] as const
export const ZOOM_MIN = ZOOM_STEPS[0]
export const ZOOM_MAX = ZOOM_STEPS[ZOOM_STEPS.length - 1]!

export const clampZoom = (scale: number): number => Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, scale))

/** The next zoom step in a direction. */
export function stepZoom(scale: number, direction: 1 | -1): number {
  // A zoom that equals a step except for rounding counts as the step.
  const near = 0.005
  return direction > 0
    ? (ZOOM_STEPS.find((s) => s > scale + near) ?? ZOOM_MAX)
    : (ZOOM_STEPS.findLast((s) => s < scale - near) ?? ZOOM_MIN)
}

/** The maximum scale of the zoom setting `auto`. */
const AUTO_MAX = 1.25

/** CSS pixels per point at 100 %. */
export const POINT = 96 / 72

/** The scale for a zoom setting. The size of `page` is in points, the size of `window` in CSS pixels. */
export function scaleOf(
  zoom: Zoom,
  page: { width: number; height: number },
  window: { width: number; height: number },
): number {
  if (typeof zoom === 'number') return clampZoom(zoom)
  const across = window.width / (page.width * POINT)
  // The smallest zoom step is no limit here, so that a page fits into a small window as well.
  const fit =
    zoom === 'page'
      ? Math.min(across, window.height / (page.height * POINT))
      : Math.min(across, zoom === 'auto' ? AUTO_MAX : ZOOM_MAX)
  return Math.min(ZOOM_MAX, Math.max(0.1, fit))
}
