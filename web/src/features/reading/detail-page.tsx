import { ArrowLeft } from 'lucide-react'
import { ApiError, errorText } from '@/api'
import { PageHeader } from '@/features/shell'
import { useDoc } from '@/features/viewer'
import { useT } from '@/i18n'
import { Link, navigate, useSearch } from '@/lib/router'
import { EmptyState, ErrorState, Progress, Skeleton } from '@/ui/state'
import { Room } from './room'

/** /tool/deep-reading/detail?id=&page=&note=: deep reading of one file, at a page and a note. */
export function DeepReadingPage() {
  const t = useT()
  const { id = '', page = '', note } = useSearch()
  const query = useDoc(id)
  const doc = query.data
  const leave = { label: t('reading.all'), onClick: () => void navigate('/tool/deep-reading') }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        className="border-line border-b"
        start={
          <>
            <Link
              to="/tool/deep-reading"
              aria-label={t('reading.all')}
              className="hit grid size-9 shrink-0 place-items-center rounded-sm text-ink-2 hover:bg-hover"
            >
              <ArrowLeft size={18} strokeWidth={1.5} />
            </Link>
            <h1 className="min-w-0 truncate font-medium text-[15px]">
              {doc?.fileName ?? t('reading.title')}
            </h1>
          </>
        }
      />
      {query.error instanceof ApiError && query.error.status === 404 ? (
        <EmptyState
          className="py-24"
          title={t('reading.missing')}
          text={t('reading.missingText')}
          action={leave}
        />
      ) : query.isLoadingError ? (
        <ErrorState
          title={errorText(query.error) ?? t('reading.failed')}
          action={{ label: t('ui.retry'), onClick: () => void query.refetch() }}
        />
      ) : !doc ? (
        <Skeleton className="m-6 w-auto!" />
      ) : doc.status === 'queued' || doc.status === 'parsing' ? (
        <div role="status" className="mx-auto mt-[20vh] w-64 text-center">
          <p className="mb-3 text-ink-2">{t('reading.parsing')}</p>
          <Progress value={doc.progress} label={t('reading.parsing')} />
        </div>
      ) : doc.status !== 'ready' ? (
        <EmptyState className="py-24" title={t('reading.unread')} text={doc.errorMsg} action={leave} />
      ) : (
        <Room key={`${doc.id} ${note}`} doc={doc} unit={Number.parseInt(page, 10) || undefined} note={note} />
      )}
    </div>
  )
}
