import { drawPage } from './draw'
import type { PDFDocumentProxy } from './open'
import type { RenderQueue } from './queue'

/** Draws the thumbnails of pages. */
export interface ThumbSource {
  count: number
  /** Height of a page relative to its width. */
  ratio: (n: number) => Promise<number>
  /** Draws a page `width` CSS pixels wide when no task is more urgent; the returned function cancels the drawing. */
  draw: (n: number, width: number, done: (canvas: HTMLCanvasElement) => void) => () => void
}

/** The priority of thumbnails: after every full page. */
const LATER = 1_000_000

export function thumbSource(pdf: PDFDocumentProxy, queue: RenderQueue): ThumbSource {
  return {
    count: pdf.numPages,
    ratio: async (n) => {
      const { width, height } = (await pdf.getPage(n)).getViewport({ scale: 1 })
      return height / width
    },
    draw: (n, width, done) =>
      queue.add({
        priority: () => LATER + n,
        run: async (signal) => {
          const page = await pdf.getPage(n)
          const whole = page.getViewport({ scale: 1 })
          const density = Math.min(2, globalThis.devicePixelRatio || 1)
          done(await drawPage(page, (width * density) / whole.width, 0, signal))
        },
      }),
  }
}
