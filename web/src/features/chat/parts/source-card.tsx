import { FileText } from 'lucide-react'
import type { MouseEvent } from 'react'
import { cn } from '@/lib/cn'
import { webUrl } from '../markdown/links'
import { askLeave } from '../state/leaving'
import { isPlace } from '../state/place'
import type { Doc } from '../state/types'
import { useOpenPlace } from './use-open-place'

/** The name of a source's site, or its host. */
export function siteOf(doc: Doc): string {
  return doc.web_site_name || doc.sourceName || webUrl(doc.url)?.host || ''
}

const HUES = [208, 30, 150, 265, 90, 340, 55, 190]

/** A round sign with the first letter of a site: pictures of other sites are not fetched. */
export function SiteSign({ doc, className }: { doc: Doc; className?: string }) {
  if (isPlace(doc)) {
    return (
      <span
        aria-hidden
        className={cn(
          'inline-grid size-[18px] shrink-0 place-items-center rounded-full bg-qing-soft text-qing-ink [&_svg]:size-[62%]',
          className,
        )}
      >
        <FileText strokeWidth={1.75} />
      </span>
    )
  }
  const name = siteOf(doc)
  const hue = HUES[Array.from(name).reduce((sum, c) => sum + c.codePointAt(0)!, 0) % HUES.length]
  return (
    <span
      aria-hidden
      className={cn(
        'inline-grid size-[18px] shrink-0 place-items-center rounded-full text-[10px] leading-none',
        className,
      )}
      style={{ color: 'white', background: `oklch(0.52 0.09 ${hue})` }}
    >
      {Array.from(name.replace(/^www\./, ''))[0]?.toUpperCase()}
    </span>
  )
}

/** One source: its site and date, its title as a link, and the words quoted. */
export function SourceCard({ doc, marked }: { doc: Doc; marked?: boolean }) {
  const openPlace = useOpenPlace()
  const url = webUrl(doc.url)
  const title = `${doc.index}. ${doc.title || url?.host || doc.docId}`
  const leave = (e: MouseEvent) => {
    e.preventDefault()
    if (url) askLeave(url)
  }
  return (
    <div className={cn('rounded-sm', marked && 'bg-qing-soft outline-8 outline-qing-soft')}>
      <p className="flex items-center gap-1.5 text-[12px] text-ink-3">
        <SiteSign doc={doc} className="size-[14px] text-[8px]" />
        {[siteOf(doc), doc.publish_time].filter(Boolean).join(' · ')}
      </p>
      {url ? (
        <a
          href={url.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          onClick={leave}
          className="mt-1 block font-medium leading-normal hover:text-qing-ink hover:underline"
        >
          {title}
        </a>
      ) : isPlace(doc) ? (
        <button
          type="button"
          onClick={() => openPlace(doc)}
          className="mt-1 block text-left font-medium leading-normal hover:text-qing-ink hover:underline"
        >
          {title}
        </button>
      ) : (
        <p className="mt-1 font-medium leading-normal">{title}</p>
      )}
      {doc.quote && <p className="mt-1 line-clamp-3 text-[13px] text-ink-2">{doc.quote}</p>}
    </div>
  )
}
