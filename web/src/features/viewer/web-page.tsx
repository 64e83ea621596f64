import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ExternalLink, FileQuestion } from 'lucide-react'
import { Suspense, useEffect, useRef } from 'react'
import { ApiError, errorText, get } from '@/api'
import { loadStars } from '@/features/favorite'
import { useLocale, useT, withCatalogue } from '@/i18n'
import { boot } from '@/lib/boot'
import { lazy } from '@/lib/lazy'
import { navigate, useSearch } from '@/lib/router'
import { IconButton } from '@/ui/button'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { blocks } from './flow/blocks'
import type { Block } from './types'
import { Watched } from './watched'
import { markQuote, originalAddress } from './web-quote'
import './viewer.css'

const PageStar = lazy(withCatalogue('favorite', () => loadStars().then((m) => ({ default: m.PageStar }))))

/** /tool/web-viewer?id=&quote=: the copy of a web page that was stored when the page was read. */
export function WebViewerPage() {
  const { id = '' } = useSearch()
  return (
    <Watched id={id} gone={<Missing />}>
      <Copy />
    </Watched>
  )
}

function Missing() {
  const t = useT()
  return (
    <div className="grid flex-1 place-items-center pb-[12vh]">
      <EmptyState
        page
        icon={<FileQuestion strokeWidth={1.5} />}
        title={t('viewer.web.gone')}
        text={t('viewer.web.goneText')}
        action={{ label: t('viewer.back'), onClick: back }}
      />
    </div>
  )
}

function Copy() {
  const t = useT()
  const { id = '', quote = '' } = useSearch()
  const copy = useQuery({
    queryKey: ['webCopy', id],
    enabled: id !== '',
    queryFn: async ({ signal }) => (await get('/api/web/copy/{id}', { path: { id }, signal })).data,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const title = copy.data?.title
  useEffect(() => {
    document.title = `${title || t('viewer.web.title')} · ${boot.brand.name}`
  }, [title, t])
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (copy.data && root.current && quote)
      markQuote(root.current, quote)?.scrollIntoView({ block: 'center' })
  }, [copy.data, quote])

  const gone = id === '' || (copy.error instanceof ApiError && [400, 403, 404].includes(copy.error.status))
  if (gone) return <Missing />
  if (copy.isError && !copy.data) {
    return (
      <div className="grid flex-1 place-items-center pb-[12vh]">
        <ErrorState
          page
          title={t('viewer.loadFailed')}
          text={errorText(copy.error) ?? undefined}
          action={{ label: t('ui.retry'), onClick: () => void copy.refetch() }}
        />
      </div>
    )
  }
  return (
    <div aria-busy={!copy.data || undefined} className="flex min-h-0 flex-1 flex-col">
      <header className="viewer-header">
        <IconButton label={t('viewer.back')} onClick={back}>
          <ArrowLeft strokeWidth={1.5} />
        </IconButton>
        <div className="min-w-0 flex-1">
          <h1 className="no-autospace truncate font-medium text-[15px] leading-snug" title={title}>
            {copy.data ? title || copy.data.site : t('viewer.web.title')}
          </h1>
          {copy.data && <Facts copy={copy.data} />}
        </div>
        {copy.data && (
          <Suspense>
            <PageStar
              size="lg"
              page={{ url: copy.data.url, title: title ?? '', site: copy.data.site, quote, copyId: id }}
            />
          </Suspense>
        )}
        {copy.data && <Original url={copy.data.url} quote={quote} />}
      </header>
      <div ref={root} className="flow-view prose pb-16">
        {copy.data ? (
          <div className="prose-unit">{blocks(copy.data.blocks as Block[])}</div>
        ) : (
          <div className="prose-unit space-y-3 py-4" aria-hidden>
            <Skeleton className="h-6 w-1/3" />
            <Skeleton />
            <Skeleton className="w-3/4" />
          </div>
        )}
      </div>
    </div>
  )
}

const back = () => (history.length > 1 ? history.back() : void navigate('/'))

interface Copy {
  site: string
  author: string
  published: number
  keptAt: number
}

/** The site, author and date of the page, and when it was read. */
function Facts({ copy }: { copy: Copy }) {
  const t = useT()
  const locale = useLocale()
  const day = (ms: number) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(ms)
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
    copy.keptAt,
  )
  const facts = [copy.site, copy.author, copy.published > 0 && day(copy.published)].filter(Boolean)
  return (
    <p className="truncate text-[12px] text-ink-3">
      {[...facts, t('viewer.web.kept', { time })].join(' · ')}
    </p>
  )
}

/** A link to the original page, at the quote. The link shows the host. */
function Original({ url, quote }: { url: string; quote: string }) {
  const t = useT()
  const to = originalAddress(url, quote)
  if (!to) return null
  const host = new URL(to).host
  return (
    <a
      href={to}
      target="_blank"
      rel="noopener noreferrer"
      className="flex h-9 shrink-0 items-center gap-1.5 rounded-sm px-2.5 text-[13px] text-qing-ink hover:bg-hover max-md:h-11"
      title={host}
    >
      <ExternalLink className="size-4" strokeWidth={1.5} />
      <span className="max-md:sr-only">{t('viewer.web.open', { host })}</span>
    </a>
  )
}
