import type { PDFPageProxy } from './open'

/** Maximum number of pixels of one canvas: in general, and on touch screens. Some browsers refuse larger canvases. */
const MAX_PIXELS = 16_777_216
const MAX_PIXELS_TOUCH = 6_000_000

/** Canvas pixels per CSS pixel of a page: the screen's own ratio, or less if the limit requires it. */
export function densityOf(
  width: number,
  height: number,
  screen: number = globalThis.devicePixelRatio || 1,
  max: number = globalThis.matchMedia?.('(pointer: coarse)').matches ? MAX_PIXELS_TOUCH : MAX_PIXELS,
): number {
  return Math.min(screen, Math.sqrt(max / Math.max(1, width * height)))
}

/** Draws a page on a new canvas; `scale` is canvas pixels per point. The signal cancels the drawing. */
export async function drawPage(
  page: PDFPageProxy,
  scale: number,
  rotation: number,
  signal: AbortSignal,
  intent: 'display' | 'print' = 'display',
): Promise<HTMLCanvasElement> {
  signal.throwIfAborted()
  const viewport = page.getViewport({ scale, rotation: (page.rotate + rotation) % 360 })
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(viewport.width))
  canvas.height = Math.max(1, Math.floor(viewport.height))
  const task = page.render({ canvas, viewport, intent })
  const stop = () => task.cancel()
  signal.addEventListener('abort', stop)
  try {
    await task.promise
    signal.throwIfAborted()
    return canvas
  } catch (err) {
    release(canvas)
    throw err
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Frees a canvas's memory immediately instead of waiting for garbage collection. */
export function release(canvas: HTMLCanvasElement | null | undefined): void {
  if (!canvas) return
  canvas.width = 0
  canvas.height = 0
}
