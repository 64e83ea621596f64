import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { errorText, get } from '@/api'
import { PageFrame } from '@/features/shell'
import { useLocale, useT } from '@/i18n'
import { lazy } from '@/lib/lazy'
import { useSearch } from '@/lib/router'
import { ErrorState, Skeleton } from '@/ui/state'
import { flatten } from './tree'

const MapView = lazy(() => import('./parts/map'))

/** /tool/deep-reading/share?token=: a shared snapshot of a mind map or a translation. */
export function SharedReadingPage() {
  const t = useT()
  const locale = useLocale()
  const { token = '' } = useSearch()
  const query = useQuery({
    queryKey: ['reading', 'shared', token],
    queryFn: ({ signal }) => get('/api/user/agent/doc/share/{token}', { path: { token }, signal }),
    retry: false,
  })
  const snapshot = query.data
  return (
    <PageFrame title={snapshot?.title ?? t('reading.title')}>
      {query.isError ? (
        <ErrorState title={errorText(query.error) ?? t('reading.failed')} />
      ) : !snapshot ? (
        <Skeleton className="mt-6" />
      ) : (
        <>
          <p className="mb-4 text-[13px] text-ink-3">
            {t('reading.sharedAt', {
              at: new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(snapshot.createdAt * 1000),
            })}
          </p>
          {snapshot.mindMap && (
            <>
              <Suspense fallback={<Skeleton className="h-96!" />}>
                <MapView tree={snapshot.mindMap} />
              </Suspense>
              <ol className="sr-only">
                {flatten([snapshot.mindMap]).map((row, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the tree does not change.
                  <li key={i}>{row.text}</li>
                ))}
              </ol>
            </>
          )}
          {snapshot.items?.map((p) => (
            <div key={`${p.unit}-${p.block}`} className="mb-4">
              <p className="whitespace-pre-wrap text-[16px] leading-[1.75]">{p.target}</p>
              <p className="mt-1 whitespace-pre-wrap text-[13px] text-ink-3 leading-[1.7]">{p.source}</p>
            </div>
          ))}
        </>
      )}
    </PageFrame>
  )
}
