import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { ApiError, errorText } from '@/api'
import { isUser, useSession } from '@/features/session'
import { PageFrame } from '@/features/shell'
import { useT } from '@/i18n'
import { navigate, useSearch } from '@/lib/router'
import { Segmented } from '@/ui/segmented'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { type PictureKind, resultsOf, usePictures } from './calls'
import { PictureGrid } from './grid'
import { LargeView } from './large-view'
import { SearchBox } from './search-box'

/** Error code if no source can search for pictures (errs.NoSearch). */
const NO_SOURCE = '20210'

/** /image-search-result?q=: pictures or videos from the search sources. */
export function ImageResultPage() {
  const t = useT()
  const search = useSearch()
  const query = (search.q ?? '').trim()
  const kind: PictureKind = search.type === 'video' ? 'video' : 'image'
  const { data, error, isPending, isFetching, refetch } = usePictures(query, kind)
  const [large, setLarge] = useState<number | null>(null)
  const admin = useSession((s) => isUser(s.who) && s.who.role === 1)
  const noSource = error instanceof ApiError && error.code === NO_SOURCE
  return (
    <PageFrame title={t('picture.title')}>
      <SearchBox key={query} query={query} kind={kind} focused={query === ''} />
      <div className="mt-4 mb-4">
        <Segmented
          label={t('picture.kind')}
          value={kind}
          options={[
            { value: 'image', label: t('picture.images') },
            { value: 'video', label: t('picture.videos') },
          ]}
          onChange={(next) => void navigate(resultsOf(query, next), { replace: true })}
        />
      </div>
      {query === '' ? null : noSource ? (
        <EmptyState
          icon={<ImageOff strokeWidth={1.5} />}
          title={kind === 'video' ? t('picture.noVideoSource') : t('picture.noSource')}
          text={t('picture.noSourceText')}
          action={
            admin
              ? { label: t('picture.setSource'), onClick: () => void navigate('/admin/source') }
              : undefined
          }
        />
      ) : error && !isFetching ? (
        <ErrorState
          title={t('picture.failed')}
          text={errorText(error) ?? undefined}
          action={{ label: t('ui.retry'), onClick: () => void refetch() }}
        />
      ) : isPending ? (
        <div aria-busy className="grid grid-cols-2 gap-3 md:grid-cols-3">
          {Array.from({ length: 9 }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders never move.
            <Skeleton key={i} className="h-36 rounded-md" />
          ))}
        </div>
      ) : !data?.list.length ? (
        <EmptyState
          icon={<ImageOff strokeWidth={1.5} />}
          title={t('picture.none', { query })}
          text={data?.misses.map((m) => `${m.name}：${m.text}`).join(' ') || t('picture.noneText')}
        />
      ) : (
        <>
          <PictureGrid list={data.list} onOpen={setLarge} />
          <p className="mt-5 text-[12.5px] text-ink-3 leading-[1.7]">{t('picture.rights')}</p>
          {large !== null && data.list[large] && (
            <LargeView list={data.list} at={large} onMove={setLarge} onClose={() => setLarge(null)} />
          )}
        </>
      )}
    </PageFrame>
  )
}
