import { type MouseEvent, useEffect, useState } from 'react'
import { useT } from '@/i18n'
import { LeaveDialog } from '@/ui/leave-dialog'
import type { Viewer } from '../viewer'
import type { PDFDocumentProxy, PDFPageProxy } from './open'
import { pageOf } from './outline'

interface Link {
  id: string
  /** Position and size, in fractions of the page. */
  box: { left: number; top: number; width: number; height: number }
  url?: string
  dest?: string | unknown[]
}

interface PageLinksProps {
  pdf: PDFDocumentProxy
  page: PDFPageProxy
  rotation: number
  viewer: Viewer
}

/**
 * The links of a page. A link to another place in the file scrolls to the page of that place. A link to a web page or a
 * mail address shows its destination before it is followed. Other links are left out.
 */
export function PageLinks({ pdf, page, rotation, viewer }: PageLinksProps) {
  const t = useT()
  const [links, setLinks] = useState<Link[]>([])
  const [leaving, setLeaving] = useState<URL | null>(null)
  useEffect(() => {
    let gone = false
    page.getAnnotations({ intent: 'display' }).then(
      (all) => gone || setLinks(linksOf(page, rotation, all as Annotation[])),
      () => {}, // the page is shown without links
    )
    return () => {
      gone = true
    }
  }, [page, rotation])
  const go = async (dest: string | unknown[]) => {
    const unit = await pageOf(pdf, dest)
    if (unit > 0) viewer.goTo(unit)
  }
  const leave = (e: MouseEvent, url: string) => {
    e.preventDefault()
    setLeaving(new URL(url))
  }
  const style = ({ left, top, width, height }: Link['box']) => ({
    left: `${100 * left}%`,
    top: `${100 * top}%`,
    width: `${100 * width}%`,
    height: `${100 * height}%`,
  })
  const all = links.map(({ id, box, url, dest }) =>
    url ? (
      <a
        key={id}
        href={url}
        title={url}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="pdf-link"
        style={style(box)}
        onClick={(e) => leave(e, url)}
        onAuxClick={(e) => e.button === 1 && leave(e, url)}
      >
        <span className="sr-only">{url}</span>
      </a>
    ) : (
      <button
        key={id}
        type="button"
        aria-label={t('viewer.innerLink')}
        className="pdf-link"
        style={style(box)}
        onClick={() => dest && void go(dest)}
      />
    ),
  )
  return (
    <>
      {all}
      <LeaveDialog url={leaving} text={t('viewer.leave')} onClose={() => setLeaving(null)} />
    </>
  )
}

interface Annotation {
  id: string
  subtype: string
  rect: [number, number, number, number]
  url?: string
  dest?: string | unknown[] | null
}

function linksOf(page: PDFPageProxy, rotation: number, annotations: Annotation[]): Link[] {
  const viewport = page.getViewport({ scale: 1, rotation: (page.rotate + rotation) % 360 })
  return annotations.flatMap(({ id, subtype, rect, url, dest }): Link[] => {
    const web = url && /^(https?|mailto):/i.test(url) && URL.canParse(url) ? url : undefined
    if (subtype !== 'Link' || (!web && !dest)) return []
    const [ax, ay] = viewport.convertToViewportPoint(rect[0], rect[1]) as [number, number]
    const [bx, by] = viewport.convertToViewportPoint(rect[2], rect[3]) as [number, number]
    const box = {
      left: Math.min(ax, bx) / viewport.width,
      top: Math.min(ay, by) / viewport.height,
      width: Math.abs(ax - bx) / viewport.width,
      height: Math.abs(ay - by) / viewport.height,
    }
    return [{ id, box, url: web, dest: dest ?? undefined }]
  })
}
