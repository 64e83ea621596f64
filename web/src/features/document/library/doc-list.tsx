import { CloudOff, FolderOpen } from 'lucide-react'
import { errorText } from '@/api'
import { useT } from '@/i18n'
import { useMore } from '@/lib/more'
import { usePhone } from '@/lib/platform'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import type { Asks } from './actions'
import { DocCard } from './doc-card'
import { DocRow } from './doc-row'
import type { useDocs } from './queries'
import { useView } from './view'

export interface DocListProps extends Asks {
  list: ReturnType<typeof useDocs>
  /** The selected files in selection mode, otherwise null. */
  chosen: ReadonlySet<string> | null
  onUpload: () => void
}

/** The files of the library as rows or cards, or a message if there are none. */
export function DocList({ list, chosen, onUpload, ...asks }: DocListProps) {
  const t = useT()
  const phone = usePhone()
  const grid = useView((s) => s.layout === 'grid') && !phone
  const { docs, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const more = useMore(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, '400px')
  if (list.isPending) {
    return (
      <div role="status" aria-label={t('ui.loading')} className="flex flex-col gap-6 px-3 pt-6">
        {['w-2/5', 'w-3/5', 'w-1/2', 'w-1/3'].map((w) => (
          <Skeleton key={w} className={w} />
        ))}
      </div>
    )
  }
  if (list.isError && docs.length === 0) {
    return (
      <ErrorState
        icon={<CloudOff strokeWidth={1.5} />}
        title={t('document.failed')}
        text={errorText(list.error) ?? undefined}
        action={{ label: t('ui.retry'), onClick: () => void list.refetch() }}
      />
    )
  }
  if (docs.length === 0) {
    return (
      <EmptyState
        className="py-[12vh]"
        icon={<FolderOpen strokeWidth={1.5} />}
        title={t('document.empty')}
        text={t('document.empty.text')}
        action={{ label: t('document.upload'), onClick: onUpload }}
      />
    )
  }
  const Item = grid ? DocCard : DocRow
  return (
    <div aria-busy={list.isPlaceholderData}>
      <ul
        aria-label={t('document.title')}
        className={grid ? 'mt-3 grid grid-cols-[repeat(auto-fill,minmax(200px,1fr))] gap-3' : 'mt-2 -mx-3'}
      >
        {docs.map((doc) => (
          <Item key={doc.id} doc={doc} chosen={chosen ? chosen.has(doc.id) : undefined} {...asks} />
        ))}
      </ul>
      <div ref={more} className="h-px" />
      {isFetchingNextPage && <Skeleton className="my-5" />}
      {!hasNextPage && docs.length > END_FROM && (
        <p className="py-6 text-center text-[12px] text-ink-3">{t('document.end')}</p>
      )}
    </div>
  )
}

/** The end of the list is marked if the list has more than this number of files. */
const END_FROM = 12
