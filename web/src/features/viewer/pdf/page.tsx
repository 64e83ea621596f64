import { memo, type RefObject, useEffect, useRef, useState } from 'react'
import { useT } from '@/i18n'
import type { Viewer } from '../viewer'
import { POINT } from '../zoom'
import { densityOf, drawPage, release } from './draw'
import { PageLinks } from './links'
import { type PDFDocumentProxy, type PDFPageProxy, pdfjs, TEXT_OPTIONS } from './open'
import type { RenderQueue } from './queue'
import { easeSelecting } from './selecting'

export interface PdfPageProps {
  pdf: PDFDocumentProxy
  viewer: Viewer
  queue: RenderQueue
  n: number
  /** Position and size in CSS pixels. */
  top: number
  left: number
  width: number
  height: number
  scale: number
  /** The page is drawn at this scale. It changes to `scale` when zooming pauses. */
  drawScale: number
  rotation: number
  /** The current page, which determines the order of drawing. */
  here: RefObject<number>
  /** Reports the page's size in points, without the reader's rotation. */
  onSize: (n: number, width: number, height: number) => void
}

/** One page: its picture, its selectable text, and its links. A page is rendered only near the visible part. */
export const PdfPage = memo(function PdfPage(props: PdfPageProps) {
  const { pdf, viewer, queue, n, top, left, width, height, scale, drawScale, rotation, here, onSize } = props
  const t = useT()
  const [page, setPage] = useState<PDFPageProxy>()
  const [failed, setFailed] = useState(false)
  const picture = useRef<HTMLDivElement>(null)
  const words = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let gone = false
    pdf.getPage(n).then(
      (p) => {
        if (gone) return
        const { width, height } = p.getViewport({ scale: 1 })
        onSize(n, width, height)
        setPage(p)
      },
      () => gone || setFailed(true),
    )
    return () => {
      gone = true
    }
  }, [pdf, n, onSize])

  // The picture. The old picture is stretched until the new picture is drawn.
  useEffect(() => {
    const host = picture.current
    if (!page || !host) return
    return queue.add({
      priority: () => Math.abs(n - here.current),
      run: async (signal) => {
        const size = page.getViewport({ scale: drawScale * POINT, rotation: (page.rotate + rotation) % 360 })
        try {
          const density = densityOf(size.width, size.height)
          const canvas = await drawPage(page, drawScale * POINT * density, rotation, signal)
          release(host.querySelector('canvas'))
          host.replaceChildren(canvas)
          setFailed(false)
        } catch {
          if (!signal.aborted) setFailed(true)
        }
      },
    })
  }, [page, queue, n, here, drawScale, rotation])

  // The selectable text over the picture.
  useEffect(() => {
    const layer = words.current
    if (!page || !layer) return
    let undo = () => {}
    const cancel = queue.add({
      // The text is rendered after the picture of the same page, and before the pictures of pages
      // farther from the current page.
      priority: () => Math.abs(n - here.current) + 0.5,
      run: async (signal) => {
        const content = await page.getTextContent(TEXT_OPTIONS)
        signal.throwIfAborted()
        layer.replaceChildren()
        const viewport = page.getViewport({ scale: 1, rotation: (page.rotate + rotation) % 360 })
        await new pdfjs.TextLayer({ textContentSource: content, container: layer, viewport }).render()
        signal.throwIfAborted()
        const done = easeSelecting(layer)
        const detach = viewer.attach(n, layer)
        undo = () => {
          detach()
          done()
          layer.replaceChildren()
        }
      },
    })
    return () => {
      cancel()
      undo()
    }
  }, [page, queue, viewer, n, here, rotation])

  useEffect(() => {
    const host = picture.current
    return () => {
      release(host?.querySelector('canvas'))
      page?.cleanup()
    }
  }, [page])

  return (
    <section
      aria-label={t('viewer.pageN', { n })}
      className="pdf-page"
      data-page={n}
      style={{
        top,
        left,
        width,
        height,
        ['--total-scale-factor' as string]: scale * POINT * (page?.userUnit ?? 1),
      }}
    >
      <div ref={picture} className="pdf-picture" aria-hidden="true" />
      <div ref={words} className="textLayer" />
      {page && <PageLinks page={page} pdf={pdf} rotation={rotation} viewer={viewer} />}
      {failed && <p className="pdf-failed">{t('viewer.pageFailed')}</p>}
    </section>
  )
})
