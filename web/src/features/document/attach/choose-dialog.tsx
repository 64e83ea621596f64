import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorText } from '@/api'
import { useT } from '@/i18n'
import { projectHere } from '@/lib/address'
import { cn } from '@/lib/cn'
import { fileSize } from '@/lib/format'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Input } from '@/ui/field'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { list, search } from '../calls'
import { LIST_KEY, SEARCH_KEY } from '../library/cache'
import { FileSign } from '../parts/file-sign'
import { askable, type DocView } from '../types'
import { useItems } from '../upload/store'
import { attachKept } from './attachments'

/** Delay between the last key and the search, in ms. */
const TYPING = 250

/** A dialog to choose files of the library, for a draft or for the caller. */
export default function ChooseDialog({
  draft,
  onChoose,
  onClose,
}: {
  draft: string
  /** Receives the chosen files; undefined: they are attached to the draft. */
  onChoose?: (docs: readonly DocView[]) => void
  onClose: () => void
}) {
  const t = useT()
  const [words, setWords] = useState('')
  const [keyword, setKeyword] = useState('')
  const [chosen, setChosen] = useState<readonly DocView[]>([])
  const there = new Set(useItems(draft).map((item) => item.doc?.id))
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(words.trim()), TYPING)
    return () => clearTimeout(timer)
  }, [words])
  const of = projectHere() ?? ''
  const all = useInfiniteQuery({
    queryKey: [...LIST_KEY, '', 'time', of],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => list({ type: '', sort: 'time' }, pageParam, signal),
    getNextPageParam: (last) => (last.hasMore && last.cursor ? last.cursor : undefined),
  })
  const found = useQuery({
    queryKey: [...SEARCH_KEY, keyword, of],
    queryFn: ({ signal }) => search(keyword, signal),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  })
  const query = keyword ? found : all
  const docs = keyword ? found.data?.docs : all.data?.pages.flatMap((page) => page.docs)
  const rows = docs?.filter(askable)
  const toggle = (doc: DocView) =>
    setChosen((now) =>
      now.some((d) => d.id === doc.id) ? now.filter((d) => d.id !== doc.id) : [...now, doc],
    )

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('document.attach.mine')}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            kind="primary"
            disabled={chosen.length === 0}
            onClick={() => {
              if (onChoose) onChoose(chosen)
              else attachKept(draft, chosen)
              onClose()
            }}
          >
            {t('document.attach.add', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <Input
        type="search"
        value={words}
        maxLength={64}
        placeholder={t('document.search')}
        aria-label={t('document.search')}
        onChange={(e) => setWords(e.target.value)}
      />
      <div className="mt-2">
        {query.isError ? (
          <ErrorState
            title={errorText(query.error) ?? t('document.failed')}
            action={{ label: t('ui.retry'), onClick: () => void query.refetch() }}
          />
        ) : !rows ? (
          <Skeleton className="mt-3" />
        ) : rows.length === 0 ? (
          <EmptyState
            className="py-24"
            title={t(keyword ? 'document.found.none' : 'document.empty')}
            text={t(keyword ? 'document.found.none.text' : 'document.attach.none')}
          />
        ) : (
          <ul aria-label={t('document.attach.mine')}>
            {rows.map((doc) => {
              const is = chosen.some((d) => d.id === doc.id)
              return (
                <li key={doc.id}>
                  <label
                    className={cn(
                      'flex min-h-14 cursor-pointer items-center gap-3 rounded-md px-2.5 transition-colors hover:bg-hover',
                      is && 'bg-qing-soft hover:bg-qing-soft',
                      there.has(doc.id) && 'text-ink-3',
                    )}
                  >
                    <input
                      type="checkbox"
                      checked={is || there.has(doc.id)}
                      disabled={there.has(doc.id)}
                      onChange={() => toggle(doc)}
                      className="size-4 shrink-0 accent-(--qing)"
                    />
                    <FileSign kind={doc.type} size="sm" />
                    <span className="min-w-0 flex-1 py-1.5">
                      <span className="no-autospace block truncate">{doc.fileName}</span>
                      <span className="block text-[12px] text-ink-3">
                        {there.has(doc.id) ? t('document.attach.there') : fileSize(doc.size)}
                      </span>
                    </span>
                  </label>
                </li>
              )
            })}
          </ul>
        )}
        {!keyword && all.hasNextPage && (
          <Button
            kind="ghost"
            className="mt-1 w-full"
            disabled={all.isFetchingNextPage}
            onClick={() => void all.fetchNextPage()}
          >
            {t('document.attach.older')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
