import { drawPage, release } from './draw'
import type { PDFDocumentProxy } from './open'

/** Dots per inch of a printed page: fine enough for text, and 300 pages still fit in memory as pictures. */
const DPI = 150

/**
 * Prints all pages as pictures, because only a few pages of a long file are rendered in the
 * DOM. `report` receives the number of rendered pages.
 */
export async function printPdf(
  pdf: PDFDocumentProxy,
  report: (ready: number, total: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const host = document.createElement('div')
  host.className = 'viewer-print'
  const urls: string[] = []
  const style = document.createElement('style')
  try {
    const first = (await pdf.getPage(1)).getViewport({ scale: 1 })
    style.textContent = `@page { size: ${first.width}pt ${first.height}pt; margin: 0 }`
    for (let n = 1; n <= pdf.numPages; n++) {
      report(n - 1, pdf.numPages)
      const page = await pdf.getPage(n)
      const canvas = await drawPage(page, DPI / 72, 0, signal, 'print')
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
      release(canvas)
      signal.throwIfAborted()
      if (!blob) throw new Error(`page ${n} became no picture`)
      const url = URL.createObjectURL(blob)
      urls.push(url)
      const img = document.createElement('img')
      img.src = url
      img.alt = ''
      host.append(img)
    }
    report(pdf.numPages, pdf.numPages)
    document.body.append(style, host)
    await Promise.all(Array.from(host.querySelectorAll('img'), (img) => img.decode().catch(() => {})))
    signal.throwIfAborted()
    window.print() // returns when the print dialog is closed
  } finally {
    host.remove()
    style.remove()
    for (const url of urls) URL.revokeObjectURL(url)
  }
}
