import type { MouseEvent } from 'react'
import { useLocale, useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { Button } from '@/ui/button'
import { webUrl } from '../markdown/links'
import { kindOf, openingOf } from '../state/source-kinds'
import type { Doc } from '../state/types'
import { openSource } from './open-source'

/** The name of a source's site, or its host. */
export function siteOf(doc: Doc): string {
  return doc.web_site_name || doc.sourceName || webUrl(doc.url)?.host || ''
}

const HUES = [208, 30, 150, 265, 90, 340, 55, 190]

/** A round sign: of the source's kind, or the first letter of its site, for pictures of other sites are not fetched. */
export function SiteSign({ doc, className }: { doc: Doc; className?: string }) {
  const Icon = kindOf(doc)?.icon
  if (Icon) {
    return (
      <span
        aria-hidden
        className={cn(
          'inline-grid size-[18px] shrink-0 place-items-center rounded-full bg-qing-soft text-qing-ink [&_svg]:size-[62%]',
          className,
        )}
      >
        <Icon strokeWidth={1.75} />
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
export function SourceCard({
  doc,
  marked,
  whole,
}: {
  doc: Doc
  marked?: boolean
  /** The one source that is shown: all of its quote, and the way to it. */
  whole?: boolean
}) {
  const t = useT()
  const locale = useLocale()
  const kind = kindOf(doc)
  const opens = openingOf(doc)
  const url = webUrl(doc.url)
  const title = `${doc.index}. ${doc.title || url?.host || doc.docId}`
  const leave = (e: MouseEvent) => {
    e.preventDefault()
    openSource(doc)
  }
  return (
    <div className={cn('rounded-sm', marked && 'bg-qing-soft outline-8 outline-qing-soft')}>
      <p className="flex items-center gap-1.5 text-[12px] text-ink-3">
        <SiteSign doc={doc} className="size-[14px] text-[8px]" />
        {[siteOf(doc) || kind?.name[locale], doc.publish_time].filter(Boolean).join(' · ')}
      </p>
      {opens === 'site' && url ? (
        <a
          href={url.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          onClick={leave}
          className="mt-1 block font-medium leading-normal hover:text-qing-ink hover:underline"
        >
          <span className="no-autospace">{title}</span>
        </a>
      ) : opens ? (
        <button
          type="button"
          onClick={() => openSource(doc)}
          className="mt-1 block text-left font-medium leading-normal hover:text-qing-ink hover:underline"
        >
          <span className="no-autospace">{title}</span>
        </button>
      ) : (
        <p className="no-autospace mt-1 font-medium leading-normal">{title}</p>
      )}
      {doc.quote && (
        <p
          className={cn(
            'mt-1 text-[13px] text-ink-2',
            whole ? 'border-line border-l pl-3 leading-[1.75] max-md:text-[15px]' : 'line-clamp-3',
          )}
        >
          {doc.quote}
        </p>
      )}
      {whole && opens === 'file' && (
        <Button className="mt-3 w-full" onClick={() => openSource(doc)}>
          {t('chat.source.look')}
        </Button>
      )}
    </div>
  )
}
