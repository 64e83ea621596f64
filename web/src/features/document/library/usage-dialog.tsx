import { useQuery } from '@tanstack/react-query'
import { errorText } from '@/api'
import { useT } from '@/i18n'
import { chatAddress } from '@/lib/address'
import { Link } from '@/lib/router'
import { Dialog } from '@/ui/dialog'
import { ErrorState, Skeleton } from '@/ui/state'
import { usage } from '../calls'
import type { DocView } from '../types'
import { KEY } from './cache'
import { useDay } from './words'

/** The conversations in which a file was used. */
export default function UsageDialog({ doc, onClose }: { doc: DocView; onClose: () => void }) {
  const t = useT()
  const day = useDay()
  const used = useQuery({
    queryKey: [...KEY, 'usage', doc.id],
    queryFn: ({ signal }) => usage(doc.id, signal),
  })
  return (
    <Dialog open onOpenChange={onClose} title={t('document.usage')} description={doc.fileName}>
      {used.isPending && (
        <div role="status" aria-label={t('ui.loading')} className="space-y-3 py-2">
          <Skeleton className="w-4/5" />
          <Skeleton className="w-3/5" />
        </div>
      )}
      {used.isError && (
        <ErrorState
          className="py-4"
          title={t('document.usage.failed')}
          text={errorText(used.error) ?? undefined}
          action={{ label: t('ui.retry'), onClick: () => void used.refetch() }}
        />
      )}
      {used.data?.length === 0 && <p className="py-2 text-ink-3">{t('document.usage.none')}</p>}
      <ul>
        {used.data?.map((row) => (
          <li key={row.id}>
            <Link
              to={chatAddress(row.id)}
              onClick={onClose}
              className="-mx-2 flex min-h-11 items-center gap-3 rounded-sm px-2 transition-colors hover:bg-hover"
            >
              <span className="min-w-0 flex-1 truncate">{row.title || t('conversation.untitled')}</span>
              <time
                dateTime={new Date(row.lastRepliedAt * 1000).toISOString()}
                className="shrink-0 text-[12px] text-ink-3 tabular-nums"
              >
                {day(row.lastRepliedAt)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
