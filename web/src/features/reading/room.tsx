import { useQueryClient } from '@tanstack/react-query'
import {
  type PointerEvent,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { post } from '@/api'
import { useRoom } from '@/features/shell'
import {
  type DocView,
  FileView,
  type FileViewHandle,
  type HighlightColour,
  highlightColours,
  type ViewSelection,
} from '@/features/viewer'
import { type MessageId, useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { lazy } from '@/lib/lazy'
import { usePhone } from '@/lib/platform'
import { Skeleton } from '@/ui/state'
import { conversationQuery, type Note, propose, useNotes, useSaveNote } from './calls'
import { SelectionBar } from './parts/selection-bar'
import { usePlace } from './place'
import { PlaceKind } from './place-text'

const panels = {
  overview: lazy(() => import('./parts/overview')),
  outline: lazy(() => import('./parts/outline')),
  map: lazy(() => import('./parts/mind-map')),
  translate: lazy(() => import('./parts/translate')),
  notes: lazy(() => import('./parts/notes')),
  ask: lazy(() => import('./parts/ask')),
}
type Panel = keyof typeof panels

/** The tabs beside the file, in display order. */
const tabs: { id: Panel; label: MessageId }[] = [
  { id: 'overview', label: 'reading.tab.overview' },
  { id: 'outline', label: 'reading.tab.outline' },
  { id: 'map', label: 'reading.tab.map' },
  { id: 'translate', label: 'reading.tab.translate' },
  { id: 'notes', label: 'reading.tab.notes' },
  { id: 'ask', label: 'reading.tab.ask' },
]

const WIDTH = 440
const clamp = (width: number) => Math.max(320, Math.min(width, (globalThis.innerWidth || 1440) - 480))

export interface RoomProps {
  doc: DocView
  /** The unit to start at; undefined: the stored position. */
  unit?: number
  /** The id of the note to show. */
  note?: string
}

/** The page of deep reading: the file, with overview, notes and conversation beside it. */
export function Room({ doc, unit, note }: RoomProps) {
  const { query, start, keep } = usePlace(doc.id)
  if (query.isPending) return <Skeleton className="m-6 w-auto!" />
  // Without a position on the server, FileView opens the file at the position stored in this browser, or at
  // the beginning of the file.
  return (
    <PlaceKind value={doc.unitKind}>
      <OpenRoom doc={doc} unit={unit} note={note} start={start} keep={keep} />
    </PlaceKind>
  )
}

function OpenRoom({
  doc,
  unit: begin,
  note,
  start,
  keep,
}: RoomProps & {
  start: ReturnType<typeof usePlace>['start']
  keep: ReturnType<typeof usePlace>['keep']
}) {
  const t = useT()
  const phone = usePhone()
  useRoom()
  const queries = useQueryClient()
  const view = useRef<FileViewHandle>(null)
  const [tab, setTab] = useState<Panel>(() =>
    note ? 'notes' : start && start.panel in panels ? (start.panel as Panel) : 'overview',
  )
  const [unit, setUnit] = useState(begin ?? (start?.unit || 1))
  const [width, setWidth] = useState(() => clamp(start?.sizes?.[0] || WIDTH))
  const [studying, setStudying] = useState(note !== undefined)
  const [selection, setSelection] = useState<ViewSelection | null>(null)
  const notes = useNotes(doc.id)
  const save = useSaveNote(doc.id)

  useEffect(() => {
    void post('/api/user/agent/v2/docChatRecord/visit', { docId: doc.id }).catch(() => {})
  }, [doc.id])

  const noted = notes.data?.find((n) => n.id === note)?.id
  useEffect(() => {
    if (noted) showNote(noted)
  }, [noted])

  const go = useCallback((to: number, quote?: string) => {
    setStudying(false)
    view.current?.goTo(to, quote)
  }, [])
  const open = (next: Panel) => {
    setTab(next)
    keep({ panel: next })
    setStudying(true)
  }
  const mark = async (color: string, text = ''): Promise<Note | null> => {
    if (!selection) return null
    const { unit, text: quote, prefix, suffix } = selection
    setSelection(null)
    window.getSelection()?.removeAllRanges()
    const saved = await save
      .mutateAsync({ unit, quote: quote.slice(0, 2000), prefix, suffix, color, text })
      .catch(() => null)
    return saved?.note ?? null
  }
  const ask = async () => {
    if (!selection) return
    const quote = selection.text
    setSelection(null)
    const cid = await queries.fetchQuery(conversationQuery(doc.id)).catch(() => null)
    if (cid) await propose(cid, t('reading.ask.quote', { quote: quote.slice(0, 1500) }))
    open('ask')
  }
  const highlights = useMemo(
    () =>
      (notes.data ?? [])
        .filter((n) => n.quote)
        .map((n) => ({
          id: n.id,
          unit: n.unit,
          quote: n.quote,
          prefix: n.prefix,
          suffix: n.suffix,
          color: (highlightColours as readonly string[]).includes(n.color)
            ? (n.color as HighlightColour)
            : 'yellow',
        })),
    [notes.data],
  )

  const panel = panelOf(tab, { doc, go, unit })
  const study = (
    <section aria-label={t('reading.title')} className="flex min-h-0 flex-1 flex-col bg-paper">
      <div
        role="tablist"
        aria-label={t('reading.title')}
        className="flex shrink-0 gap-1 overflow-x-auto border-line border-b px-3 py-1.5"
      >
        {tabs.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            role="tab"
            aria-selected={tab === id}
            aria-controls="study"
            className={cn(
              'hit h-9 shrink-0 rounded-sm px-3 text-[14px] text-ink-2 transition-colors duration-[var(--fast)] hover:bg-hover max-md:h-11',
              tab === id && 'bg-hover font-medium text-ink',
            )}
            onClick={() => open(id)}
          >
            {t(label)}
          </button>
        ))}
      </div>
      <div
        id="study"
        role="tabpanel"
        className={cn(
          'min-h-0 flex-1',
          tab === 'ask' ? 'flex flex-col' : 'overflow-y-auto overscroll-contain',
        )}
      >
        <Suspense fallback={<Skeleton className="m-5 w-auto!" />}>{panel}</Suspense>
      </div>
    </section>
  )
  const file = (
    <FileView
      ref={view}
      doc={doc}
      page={begin ?? (start?.unit || undefined)}
      compact
      highlights={highlights}
      onPage={(n) => {
        setUnit(n)
        keep({ unit: n, offset: 0 })
      }}
      onSelect={setSelection}
      onHighlightClick={(id) => {
        open('notes')
        showNote(id)
      }}
    />
  )
  return (
    <div className="relative flex min-h-0 flex-1 max-md:flex-col">
      {/* The file is hidden without a change of its size, so that it keeps its scroll position. */}
      <div
        className={cn(
          'flex min-h-0 min-w-0 flex-1 flex-col',
          phone && studying && 'invisible absolute inset-x-0 top-0 bottom-12',
        )}
      >
        {file}
      </div>
      {phone ? (
        studying && study
      ) : (
        <>
          <Edge
            width={width}
            label={t('reading.width')}
            onWidth={setWidth}
            onEnd={(w) => keep({ sizes: [Math.round(w)] })}
          />
          <div className="flex min-h-0 max-w-[45%] shrink-0 flex-col border-line border-l" style={{ width }}>
            {study}
          </div>
        </>
      )}
      {phone && (
        <nav className="grid shrink-0 grid-cols-2 border-line border-t bg-paper pb-[env(safe-area-inset-bottom)]">
          {[false, true].map((side) => (
            <button
              key={String(side)}
              type="button"
              aria-pressed={studying === side}
              className={cn('h-12 text-ink-2', studying === side && 'font-medium text-qing-ink')}
              onClick={() => setStudying(side)}
            >
              {t(side ? 'reading.study' : 'reading.file')}
            </button>
          ))}
        </nav>
      )}
      {selection && !(phone && studying) && (
        <SelectionBar
          selection={selection}
          onHighlight={(color) => void mark(color)}
          onNote={async () => {
            const note = await mark('yellow')
            if (!note) return
            open('notes')
          }}
          onAsk={() => void ask()}
        />
      )}
    </div>
  )
}

function panelOf(
  tab: Panel,
  { doc, go, unit }: { doc: DocView; go: (unit: number, quote?: string) => void; unit: number },
): ReactNode {
  switch (tab) {
    case 'overview':
      return <panels.overview docId={doc.id} go={go} />
    case 'outline':
      return <panels.outline docId={doc.id} go={go} />
    case 'map':
      return <panels.map docId={doc.id} name={doc.fileName} go={go} />
    case 'translate':
      return <panels.translate docId={doc.id} go={go} unit={unit} />
    case 'notes':
      return <panels.notes docId={doc.id} go={go} />
    case 'ask':
      return <panels.ask doc={doc} go={go} />
  }
}

/** The divider between the file and the panel: it can be dragged, or moved with the arrow keys. */
function Edge({
  width,
  label,
  onWidth,
  onEnd,
}: {
  width: number
  label: string
  onWidth: (width: number) => void
  onEnd: (width: number) => void
}) {
  const drag = (e: PointerEvent<HTMLDivElement>) => {
    if (e.button !== 0) return
    e.preventDefault()
    const edge = e.currentTarget
    const from = e.clientX + width
    edge.setPointerCapture(e.pointerId)
    const move = (m: globalThis.PointerEvent) => onWidth(clamp(from - m.clientX))
    const end = (m: globalThis.PointerEvent) => {
      edge.removeEventListener('pointermove', move)
      edge.removeEventListener('pointerup', end)
      edge.removeEventListener('pointercancel', end)
      onEnd(clamp(from - m.clientX))
    }
    edge.addEventListener('pointermove', move)
    edge.addEventListener('pointerup', end)
    edge.addEventListener('pointercancel', end)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: <hr> cannot be moved; this is a window splitter.
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={320}
      aria-valuenow={Math.round(width)}
      tabIndex={0}
      className="-mr-1.5 relative z-10 w-1.5 shrink-0 cursor-col-resize touch-none hover:bg-qing-soft focus-visible:bg-qing"
      onPointerDown={drag}
      onKeyDown={(e) => {
        const step = { ArrowLeft: 24, ArrowRight: -24 }[e.key]
        if (!step) return
        e.preventDefault()
        const to = clamp(width + step)
        onWidth(to)
        onEnd(to)
      }}
    />
  )
}

/** Scrolls to a note in the list as soon as the note is rendered; gives up after `frames` frames. */
function showNote(id: string, frames = 30): void {
  const note = document.getElementById(`note-${id}`)
  if (note) note.scrollIntoView({ block: 'center' })
  else if (frames > 0) requestAnimationFrame(() => showNote(id, frames - 1))
}
