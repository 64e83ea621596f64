import { ArrowUpRight, X } from 'lucide-react'
import { type PointerEvent, useEffect, useState } from 'react'
import { ApiError, errorText } from '@/api'
import { useT } from '@/i18n'
import { inProject } from '@/lib/address'
import { storage } from '@/lib/storage'
import { IconButton } from '@/ui/button'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { FileView } from './file-view'
import { Sign } from './parts/sign'
import { useDoc } from './use-doc'

export interface ViewerPanelProps {
  docId: string
  page?: number
  quote?: string
  /** Incremented when the reader opens the same place again. */
  visit?: number
  onClose: () => void
}

const KEY = 'viewer.panelWidth'
const WIDTH = 560
const WIDTH_MIN = 380
/** Minimum width of the page beside the panel, in pixels. */
const REST = 420

/** Limits the panel's width: at least WIDTH_MIN, and if possible REST pixels remain for the page beside it. */
function clamp(width: number): number {
  const page = document.getElementById('main')?.clientWidth ?? globalThis.innerWidth
  return Math.max(WIDTH_MIN, Math.min(width, page - REST))
}

/**
 * A file beside the conversation. A citation opens the file at the cited page with the quote
 * marked. The edge of the panel can be dragged, or moved with the arrow keys. Another quote of the
 * same file scrolls to the quote without opening the file again.
 */
export function ViewerPanel({ docId, page, quote, visit, onClose }: ViewerPanelProps) {
  const t = useT()
  const doc = useDoc(docId)
  const [width, setWidth] = useState(() => clamp(Number(storage.get(KEY)) || WIDTH))
  const [dragging, setDragging] = useState(false)

  const keep = (next: number) => {
    const to = clamp(next)
    setWidth(to)
    storage.set(KEY, String(Math.round(to)))
  }
  useEffect(() => {
    const fit = () => setWidth((w) => clamp(w))
    window.addEventListener('resize', fit)
    return () => window.removeEventListener('resize', fit)
  }, [])
  const drag = (e: PointerEvent<HTMLDivElement>) => {
    if (e.button !== 0) return
    e.preventDefault()
    const edge = e.currentTarget
    const from = e.clientX + width
    edge.setPointerCapture(e.pointerId)
    setDragging(true)
    const move = (m: globalThis.PointerEvent) => setWidth(clamp(from - m.clientX))
    const end = (m: globalThis.PointerEvent) => {
      edge.removeEventListener('pointermove', move)
      edge.removeEventListener('pointerup', end)
      edge.removeEventListener('pointercancel', end)
      setDragging(false)
      keep(from - m.clientX)
    }
    edge.addEventListener('pointermove', move)
    edge.addEventListener('pointerup', end)
    edge.addEventListener('pointercancel', end)
  }

  const query = new URLSearchParams({ id: docId })
  if (page) query.set('page', String(page))
  if (quote) query.set('quote', quote)
  const gone = doc.error instanceof ApiError && doc.error.status === 404
  const name = doc.data?.fileName ?? t('viewer.title')
  return (
    <aside
      aria-label={name}
      className="viewer-beside"
      data-dragging={dragging || undefined}
      style={{ width }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: <hr> cannot be moved; this is a window splitter. */}
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label={t('viewer.panelWidth')}
        aria-valuenow={Math.round(width)}
        aria-valuemin={WIDTH_MIN}
        aria-valuemax={Math.round(clamp(1e5))}
        tabIndex={0}
        className="viewer-edge"
        onPointerDown={drag}
        onKeyDown={(e) => {
          const step = e.key === 'ArrowLeft' ? 32 : e.key === 'ArrowRight' ? -32 : 0
          if (!step) return
          e.preventDefault()
          keep(width + step)
        }}
      />
      <div className="flex h-(--header-h) shrink-0 items-center gap-2.5 pr-3 pl-5">
        {doc.data && <Sign kind={doc.data.type} />}
        <h2
          className="no-autospace min-w-0 flex-1 truncate font-semibold text-[15px]"
          title={doc.data?.fileName}
        >
          {name}
        </h2>
        {!gone && (
          <a
            href={inProject(`/tool/file-viewer?${query}`)}
            target="_blank"
            rel="noopener"
            aria-label={t('viewer.wholePage')}
            data-tip={t('viewer.wholePage')}
            className="hit inline-grid size-9 place-items-center rounded-sm text-ink-2 hover:bg-hover hover:text-ink"
          >
            <ArrowUpRight size={18} strokeWidth={1.5} />
          </a>
        )}
        <IconButton label={t('ui.close')} onClick={onClose}>
          <X strokeWidth={1.5} />
        </IconButton>
      </div>
      {doc.data ? (
        <FileView doc={doc.data} page={page} quote={quote} visit={visit} compact />
      ) : doc.isError ? (
        gone ? (
          <EmptyState title={t('viewer.gone')} text={t('viewer.goneText')} />
        ) : (
          <ErrorState
            title={t('viewer.loadFailed')}
            text={errorText(doc.error) ?? undefined}
            action={{ label: t('ui.retry'), onClick: () => void doc.refetch() }}
          />
        )
      ) : (
        <div className="space-y-3 p-6" aria-busy>
          <Skeleton />
          <Skeleton className="w-3/4" />
        </div>
      )}
    </aside>
  )
}
