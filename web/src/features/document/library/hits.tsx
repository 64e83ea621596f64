import { SearchX } from 'lucide-react'
import { errorText } from '@/api'
import { useT } from '@/i18n'
import { Marked } from '@/ui/marked'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { FileName } from '../parts/file-name'
import { FileSign } from '../parts/file-sign'
import { ViewerLink } from '../parts/viewer-link'
import { placeText } from '../parts/words'
import type { DocView, Hit } from '../types'
import { kindOf } from '../upload/kinds'
import type { Asks } from './actions'
import { DocRow } from './doc-row'
import { useFound } from './queries'

/** Search results: files by name, and passages inside files. */
export function Hits({ keyword, ...asks }: { keyword: string } & Asks) {
  const t = useT()
  const found = useFound(keyword)
  if (found.isError) {
    return (
      <ErrorState
        title={t('document.failed')}
        text={errorText(found.error) ?? undefined}
        action={{ label: t('ui.retry'), onClick: () => void found.refetch() }}
      />
    )
  }
  if (!found.data) {
    return (
      <div role="status" aria-label={t('ui.loading')} className="space-y-4 px-3 pt-6">
        {['w-2/5', 'w-4/5', 'w-3/5'].map((w) => (
          <Skeleton key={w} className={w} />
        ))}
      </div>
    )
  }
  const { docs, hits } = found.data
  if (docs.length + hits.length === 0) {
    return (
      <EmptyState
        icon={<SearchX strokeWidth={1.5} />}
        title={t('document.found.none')}
        text={t('document.found.none.text')}
      />
    )
  }
  return (
    <div aria-busy={found.isPlaceholderData} className="-mx-3">
      {docs.length > 0 && (
        <section>
          <h2 className="px-3 pt-4 pb-1.5 text-[12px] text-ink-3">{t('document.found.names')}</h2>
          <ul>
            {docs.map((doc) => (
              <DocRow key={doc.id} doc={doc} {...asks} />
            ))}
          </ul>
        </section>
      )}
      {hits.length > 0 && (
        <section>
          <h2 className="px-3 pt-4 pb-1.5 text-[12px] text-ink-3">{t('document.found.content')}</h2>
          <ul>
            {hits.map((hit) => (
              <HitRow
                key={`${hit.resourceId} ${hit.unit} ${hit.quote}`}
                hit={hit}
                keyword={keyword}
                doc={docs.find((doc) => doc.id === hit.resourceId)}
              />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function HitRow({ hit, keyword, doc }: { hit: Hit; keyword: string; doc?: DocView }) {
  const t = useT()
  // Only the last heading of the path of headings is shown.
  const heading = hit.heading.split(' › ').at(-1)
  return (
    <li>
      <ViewerLink
        id={hit.resourceId}
        page={hit.unit}
        quote={hit.quote}
        className="flex gap-3 rounded-md px-3 py-2.5 transition-colors hover:bg-hover md:gap-4"
      >
        <FileSign kind={doc?.type ?? kindOf(hit.fileName)} />
        <span className="min-w-0 flex-1">
          <span className="line-clamp-3 leading-[1.6]">
            <Marked text={hit.quote} words={keyword} />
          </span>
          <span className="mt-0.5 flex items-baseline gap-1.5 text-[12.5px] text-ink-3">
            <FileName name={hit.fileName} />
            <span className="shrink-0">{`· ${placeText(t, hit.unitKind, hit.unit)}`}</span>
            {heading && <span className="min-w-0 truncate max-md:hidden">{`· ${heading}`}</span>}
          </span>
        </span>
      </ViewerLink>
    </li>
  )
}
