import { Compass, Unplug } from 'lucide-react'
import { errorText } from '@/api'
import { useT } from '@/i18n'
import { type FailedProps, navigate } from '@/lib/router'
import { EmptyState, ErrorState } from '@/ui/state'

/** 404: there is no page at this address. */
export function NotFoundPage() {
  const t = useT()
  return (
    <div className="grid flex-1 place-items-center pb-[12vh]">
      <EmptyState
        page
        icon={<Compass strokeWidth={1.5} />}
        title={t('page.notFound')}
        text={t('page.notFoundText')}
        action={{ label: t('page.home'), onClick: () => navigate('/') }}
      />
    </div>
  )
}

/** Shown when a page cannot be rendered, or its code cannot be loaded. */
export function ErrorPage({ error, retry }: FailedProps) {
  const t = useT()
  return (
    <div className="grid min-h-full flex-1 place-items-center pb-[12vh]">
      <ErrorState
        page
        icon={<Unplug strokeWidth={1.5} />}
        title={t('page.error')}
        text={isChunkError(error) ? t('page.errorChunk') : (errorText(error) ?? t('error.service'))}
        action={{
          label: t('ui.retry'),
          onClick: () => {
            // React caches a failed import; only reloading the page repeats it.
            if (isChunkError(error)) return location.reload()
            retry()
          },
        }}
      />
    </div>
  )
}

function isChunkError(error: unknown): boolean {
  return error instanceof TypeError && /import|module/i.test(error.message)
}
