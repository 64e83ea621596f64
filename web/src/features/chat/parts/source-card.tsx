import { type MouseEvent, Suspense, useState } from 'react'
import { loadStars } from '@/features/favorite'
import { useLocale, useT, withCatalogue } from '@/i18n'
import { cn } from '@/lib/cn'
import { lazy } from '@/lib/lazy'
import { Button } from '@/ui/button'
import { webUrl } from '../markdown/links'
import { siteOf } from '../state/site'
import { kindOf, openingOf } from '../state/source-kinds'
import type { Doc } from '../state/types'
import { openCopy, openSource } from './open-source'

const PageStar = lazy(withCatalogue('favorite', () => loadStars().then((m) => ({ default: m.PageStar }))))

const HUES = [208, 30, 150, 265, 90, 340, 55, 190]

/**
 * A round icon of a source: the icon of its kind, the stored icon of its site, or the first letter of the site's name
 * or host.
 */
export function SiteSign({ doc, className }: { doc: Doc; className?: string }) {
  const Icon = kindOf(doc)?.icon
  const name = siteOf(doc)
  const [broken, setBroken] = useState(false)
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
  if (/^\/(?!\/)/.test(doc.icon_url) && !broken) {
    return (
      <img
        src={doc.icon_url}
        alt=""
        loading="lazy"
        onError={() => setBroken(true)}
        className={cn('size-[18px] shrink-0 rounded-full bg-surface object-contain', className)}
      />
    )
  }
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

/**
 * Says whether the page was checked. A checked page was read and contains the quote. Any other page could not be read
 * and is known only from a search.
 */
function Verdict({ checked }: { checked: boolean }) {
  const t = useT()
  const why = t(checked ? 'answer.source.checked.why' : 'answer.source.unchecked.why')
  return (
    <span data-tip={why} className={cn('ml-auto shrink-0', checked ? 'text-qing-ink' : 'text-amber')}>
      {t(checked ? 'answer.source.checked' : 'answer.source.unchecked')}
      {/* A screen reader does not announce the tooltip of an element without focus. */}
      <span className="sr-only">{why}</span>
    </span>
  )
}

/** One source: its site and date, its title, and the quoted words. If the source can be opened, its title is a link. */
export function SourceCard({
  doc,
  marked,
  whole,
}: {
  doc: Doc
  marked?: boolean
  /** Whether to show the whole quote and, for a file, a button that opens the file. */
  whole?: boolean
}) {
  const t = useT()
  const locale = useLocale()
  const kind = kindOf(doc)
  const opens = openingOf(doc)
  const url = webUrl(doc.url)
  const name = doc.title || url?.host || doc.docId
  const title = doc.index > 0 ? `${doc.index}. ${name}` : name
  const leave = (e: MouseEvent) => {
    e.preventDefault()
    openSource(doc)
  }
  return (
    <div className={cn('rounded-sm', marked && 'bg-qing-soft outline-8 outline-qing-soft')}>
      <p className="flex items-center gap-1.5 text-[12px] text-ink-3">
        <SiteSign doc={doc} className="size-[14px] text-[8px]" />
        {[siteOf(doc) || kind?.name[locale], doc.publish_time].filter(Boolean).join(' · ')}
        {doc.verified && doc.index > 0 && <Verdict checked={doc.verified === 'checked'} />}
        {opens === 'site' && url && (
          <Suspense>
            <PageStar
              size="sm"
              className={cn('-my-1.5 text-ink-3', !(doc.verified && doc.index > 0) && 'ml-auto')}
              page={{
                url: url.href,
                title: doc.title,
                site: siteOf(doc),
                quote: doc.quote,
                copyId: /[?&]id=([\w-]+)/.exec(doc.copy_url ?? '')?.[1] ?? '',
              }}
            />
          </Suspense>
        )}
      </p>
      {opens === 'site' && url ? (
        <a
          href={url.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          onClick={leave}
          className="hit mt-1 block font-medium leading-normal hover:text-qing-ink hover:underline"
        >
          <span className="no-autospace">{title}</span>
        </a>
      ) : opens ? (
        <button
          type="button"
          onClick={() => openSource(doc)}
          className="hit mt-1 block text-left font-medium leading-normal hover:text-qing-ink hover:underline"
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
      {doc.copy_url && (
        <button
          type="button"
          className="hit mt-1.5 text-[12px] text-ink-3 underline-offset-2 hover:text-qing-ink hover:underline"
          onClick={() => openCopy(doc)}
        >
          {t('answer.source.copy')}
        </button>
      )}
      {whole && opens === 'file' && (
        <Button className="mt-3 w-full" onClick={() => openSource(doc)}>
          {t('answer.source.look')}
        </Button>
      )}
    </div>
  )
}
