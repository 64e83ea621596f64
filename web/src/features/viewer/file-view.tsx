import {
  lazy,
  type ReactNode,
  type Ref,
  Suspense,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { useStore } from 'zustand'
import { usePhone } from '@/lib/platform'
import { useViewerKeys } from './keys'
import { type ViewKind, viewOf, viewTools } from './kinds'
import { FindBar } from './parts/find-bar'
import { NoticeBar } from './parts/notice'
import { SidePanel } from './parts/side-panel'
import { Toolbar } from './parts/toolbar'
import { Unread } from './parts/unread'
import { type Position, recall, remember } from './position'
import { useSelection } from './selection'
import type { DocView, FileViewHandle, ViewHighlight, ViewSelection } from './types'
import { useSize } from './use-size'
import type { ViewProps } from './view-props'
import { Viewer } from './viewer'
import './viewer.css'

const FlowView = lazy(() => import('./flow/flow-view'))

/** What draws each kind of file; each is fetched when a file of its kind is opened. */
const views: Record<ViewKind, (props: ViewProps) => ReactNode> = {
  pdf: lazyView(() => import('./pdf/pdf-view')),
  prose: (props) => <FlowView {...props} kind="prose" />,
  slides: (props) => <FlowView {...props} kind="slides" />,
  sheet: lazyView(() => import('./sheet/sheet-view')),
  code: lazyView(() => import('./code/code-view')),
  image: lazyView(() => import('./image-view')),
  media: lazyView(() => import('./media-view')),
  other: lazyView(() => import('./other-view')),
}

function lazyView(load: () => Promise<{ default: (props: ViewProps) => ReactNode }>) {
  const View = lazy(load)
  return (props: ViewProps) => <View {...props} />
}

/** Widths of the viewer below which buttons move into a menu and panels lie over the file. */
const TIGHT = 640
const NARROW = 880
/** Time after the last movement in which the position is kept, in ms. */
const KEEP = 400

export interface FileViewProps {
  doc: DocView
  /** The unit to begin with, from 1; absent: where the reader was last time. */
  page?: number
  /** Words to mark at the beginning. */
  quote?: string
  /** Counts up when the same place is asked for once more. */
  visit?: number
  /** The reader sees another unit. */
  onPage?: (unit: number) => void
  /** The reader has selected words, or (null) selected nothing any more. */
  onSelect?: (selection: ViewSelection | null) => void
  highlights?: ViewHighlight[]
  onHighlightClick?: (id: string) => void
  /** It stands beside something else: less around the file, and keys only while it has the focus. */
  compact?: boolean
  /** More buttons at the end of the toolbar. */
  actions?: ReactNode
  ref?: Ref<FileViewHandle>
}

const noHighlights: ViewHighlight[] = []

/** A file with its tools: one component for every type, a table says what draws it. */
export function FileView(props: FileViewProps) {
  // Another file is another viewer, with nothing left of the one before.
  return <OpenFile key={props.doc.id} {...props} />
}

function OpenFile({
  doc,
  page,
  quote,
  visit,
  onPage,
  onSelect,
  highlights = noHighlights,
  onHighlightClick,
  compact = false,
  actions,
  ref,
}: FileViewProps) {
  const kind = viewOf(doc)
  const tools = viewTools[kind]
  const root = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const size = useSize(root)
  const phone = usePhone()
  const [start] = useState<Position | undefined>(() => startOf(doc, page))
  const [viewer] = useState(() => new Viewer(start))
  const zoom = useStore(viewer.store, (s) => s.zoom)
  const finding = useStore(viewer.store, (s) => s.find.open)
  const place = useStore(viewer.store, (s) => s.place)
  const phase = useStore(viewer.store, (s) => s.phase)

  // ── What the page around asks ──
  useImperativeHandle(
    ref,
    () => ({
      goTo: (unit, words) => viewer.goTo(unit, words),
      find: (text) => viewer.openFind(text),
    }),
    [viewer],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: another visit goes to the same place again.
  useEffect(() => {
    if (quote) viewer.goTo(page ?? 1, quote)
    else if (page) viewer.goTo(page)
  }, [viewer, page, quote, visit])
  useEffect(() => viewer.setHighlights(highlights), [viewer, highlights])
  useSelection(stage, viewer, onSelect)
  useViewerKeys(root, viewer, tools, !compact)

  // ── What it tells ──
  const tell = useRef(onPage)
  tell.current = onPage
  useEffect(() => {
    if (phase === 'ready') tell.current?.(viewer.unitOf(place))
  }, [viewer, place, phase])
  useRemember(doc.id, viewer)

  // Views that fit nothing know only steps.
  useEffect(() => {
    if (tools.zoom && !tools.fit) viewer.set({ scale: typeof zoom === 'number' ? zoom : 1 })
  }, [viewer, tools, zoom])

  // The keys scroll the file at once where it is the whole page.
  useEffect(() => {
    if (phase !== 'ready' || compact) return
    const idle = document.activeElement === document.body || document.activeElement?.id === 'main'
    if (idle) focusQuietly(stage.current?.querySelector<HTMLElement>('[tabindex="0"]'))
  }, [phase, compact])

  const width = size?.width ?? 1000
  const bottom = phone && !compact
  const bar = (
    <Toolbar
      viewer={viewer}
      tools={tools}
      doc={doc}
      tight={width < TIGHT}
      bottom={bottom}
      actions={actions}
    />
  )
  const unread = tools.read && doc.status !== 'ready' && doc.units === 0
  return (
    <div ref={root} className="file-view" data-kind={kind}>
      {!bottom && bar}
      <div className="relative flex min-h-0 flex-1">
        <SidePanel viewer={viewer} over={width < NARROW} numbered={tools.pages} />
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: what a highlight opens has a list of its own for the keyboard. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: see above. */}
        <div
          ref={stage}
          className="viewer-stage"
          onClick={(e) => {
            if (!onHighlightClick || !(document.getSelection()?.isCollapsed ?? true)) return
            const id = viewer.highlightAt(e.clientX, e.clientY)
            if (id) onHighlightClick(id)
          }}
        >
          {unread ? (
            <Unread doc={doc} />
          ) : (
            <Suspense fallback={null}>{views[kind]({ doc, viewer, start })}</Suspense>
          )}
          <NoticeBar viewer={viewer} kind={doc.unitKind} />
          {finding && <FindBar viewer={viewer} />}
        </div>
      </div>
      {bottom && bar}
    </div>
  )
}

/** Gives the focus to what the keys scroll; the ring is left to those who went there by keyboard. */
function focusQuietly(el: HTMLElement | null | undefined): void {
  if (!el) return
  el.dataset.quiet = ''
  el.addEventListener('blur', () => delete el.dataset.quiet, { once: true })
  el.focus({ preventScroll: true })
}

/** Where to begin: at the page that was asked for, else where the reader was. */
function startOf(doc: DocView, page: number | undefined): Position | undefined {
  const kept = recall(doc.id)
  if (!page) return kept
  const view = viewOf(doc)
  // A picture has no pages, and the places of a text are not the server's.
  const unit = view === 'code' ? 1 : page
  return { zoom: 'auto', rotation: 0, ...kept, unit, part: 0 }
}

function useRemember(id: string, viewer: Viewer): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      clearTimeout(timer)
      timer = undefined
      const { phase, rotation } = viewer.state
      if (phase === 'ready') remember(id, { ...viewer.at, zoom: viewer.chosenZoom, rotation })
    }
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(keep, KEEP)
    }
    // Scrolling within a page changes no state, so the wheel is listened to as well.
    const stop = viewer.store.subscribe(soon)
    document.addEventListener('scroll', soon, { capture: true, passive: true })
    window.addEventListener('pagehide', keep)
    return () => {
      stop()
      document.removeEventListener('scroll', soon, { capture: true })
      window.removeEventListener('pagehide', keep)
      if (timer) keep()
    }
  }, [id, viewer])
}
