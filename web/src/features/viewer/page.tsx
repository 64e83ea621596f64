import { ArrowLeft, BookOpenText, FileQuestion, MessageCircleQuestion } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { ApiError, errorText } from '@/api'
import { loadStars } from '@/features/favorite'
import { useT, withCatalogue } from '@/i18n'
import { address, projectHere } from '@/lib/address'
import { boot } from '@/lib/boot'
import { fileSize } from '@/lib/format'
import { lazy } from '@/lib/lazy'
import { usePhone } from '@/lib/platform'
import { navigate, useSearch } from '@/lib/router'
import { Button, IconButton } from '@/ui/button'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { toastError } from '@/ui/toast'
import type { FullDoc } from './calls'
import { FileView } from './file-view'
import { Sign } from './parts/sign'
import { useDoc } from './use-doc'
import { Watched } from './watched'

const ThingStar = lazy(withCatalogue('favorite', () => loadStars().then((m) => ({ default: m.ThingStar }))))

/** /tool/file-viewer?id=&page=&quote=: one file, at a page with a quote marked. */
export function FileViewerPage() {
  const { id = '' } = useSearch()
  return (
    <Watched id={id} gone={<Missing />}>
      <File />
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
        title={t('viewer.gone')}
        text={t('viewer.goneText')}
        action={{ label: t('viewer.toFiles'), onClick: () => navigate('/mine') }}
      />
    </div>
  )
}

function File() {
  const t = useT()
  const search = useSearch()
  const id = search.id ?? ''
  const page = Number.parseInt(search.page ?? '', 10)
  const doc = useDoc(id)
  const name = doc.data?.fileName
  useEffect(() => {
    document.title = `${name ?? t('viewer.title')} · ${boot.brand.name}`
  }, [name, t])

  const missing = id === '' || (doc.error instanceof ApiError && [400, 403, 404].includes(doc.error.status))
  if (missing) return <Missing />
  if (!doc.data) {
    return doc.isError ? (
      <div className="grid flex-1 place-items-center pb-[12vh]">
        <ErrorState
          page
          title={t('viewer.loadFailed')}
          text={errorText(doc.error) ?? undefined}
          action={{ label: t('ui.retry'), onClick: () => void doc.refetch() }}
        />
      </div>
    ) : (
      <div aria-busy className="flex flex-1 flex-col">
        <h1 className="sr-only">{t('viewer.title')}</h1>
        <div className="flex h-16 items-center pl-[calc(20px+var(--nav-trigger))]">
          <Skeleton className="h-5 w-56" />
        </div>
      </div>
    )
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Header doc={doc.data} />
      <FileView doc={doc.data} page={page >= 1 ? page : undefined} quote={search.quote} />
    </div>
  )
}

function Header({ doc }: { doc: FullDoc }) {
  const t = useT()
  const phone = usePhone()
  // If the file belongs to a project, this page has no buttons that star or read the file or ask about it.
  // Members ask about the file in the project's conversations.
  const shared = projectHere() !== undefined
  const back = () => (history.length > 1 ? history.back() : void navigate('/mine'))
  const facts = [doc.docType.toUpperCase(), fileSize(doc.size)].filter(Boolean).join(' · ')
  const ask = async () => {
    try {
      const { askAbout } = await withCatalogue('document', () => import('@/features/document'))()
      askAbout([doc])
      await navigate('/')
    } catch (err) {
      toastError(errorText(err))
    }
  }
  const read = () => navigate(address('/tool/deep-reading/detail', { id: doc.id }))
  return (
    <header className="viewer-header">
      <IconButton label={t('viewer.back')} onClick={back}>
        <ArrowLeft strokeWidth={1.5} />
      </IconButton>
      {!phone && <Sign kind={doc.type} />}
      <div className="min-w-0 flex-1">
        <h1 className="no-autospace truncate font-medium text-[15px] leading-snug" title={doc.fileName}>
          {doc.fileName}
        </h1>
        <p className="truncate text-[12px] text-ink-3">{facts}</p>
      </div>
      {!shared && (
        <Suspense>
          <ThingStar kind="file" id={doc.id} />
        </Suspense>
      )}
      {doc.status === 'ready' &&
        !shared &&
        (phone ? (
          <IconButton label={t('viewer.deepRead')} onClick={read}>
            <BookOpenText strokeWidth={1.5} />
          </IconButton>
        ) : (
          <Button onClick={read}>
            <BookOpenText strokeWidth={1.5} />
            {t('viewer.deepRead')}
          </Button>
        ))}
      {shared ? null : phone ? (
        <IconButton label={t('viewer.ask')} onClick={() => void ask()}>
          <MessageCircleQuestion strokeWidth={1.5} />
        </IconButton>
      ) : (
        <Button kind="primary" onClick={() => void ask()}>
          <MessageCircleQuestion strokeWidth={1.5} />
          {t('viewer.ask')}
        </Button>
      )}
    </header>
  )
}
