import { type ReactNode, type Ref, Suspense, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { lazy } from '@/lib/lazy'
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

/** The component for each kind of file; it is loaded when a file of its kind is opened. */
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

/** Widths of the viewer in px: below TIGHT, buttons move into a menu; below NARROW, panels cover the file. */
const TIGHT = 640
const NARROW = 880
/** Delay between the last movement and storing the position, in ms. */
const KEEP = 400

export interface FileViewProps {
  doc: DocView
  /** The first unit to show, from 1; absent: the stored position. */
  page?: number
  /** Text to mark after opening. */
  quote?: string
  /** Incremented when the same place is requested again. */
  visit?: number
  /** Called with the current unit when the file is ready and when the unit may have changed. */
  onPage?: (unit: number) => void
  /** Called with the selected text, or null when nothing is selected any more. */
  onSelect?: (selection: ViewSelection | null) => void
  highlights?: ViewHighlight[]
  onHighlightClick?: (id: string) => void
  /**
   * Whether the viewer is beside other content. It then handles keys only while it has the focus. Its toolbar is then
   * at the top on phones as well.
   */
  compact?: boolean
  /** More buttons at the end of the toolbar. */
  actions?: ReactNode
  ref?: Ref<FileViewHandle>
}

const noHighlights: ViewHighlight[] = []

/** A file of any kind, with its tools. The table `views` has the component of each kind. */
export function FileView(props: FileViewProps) {
  // Another file mounts a new viewer, without any state of the previous viewer.
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

  // ── Calls from the surrounding page ──
  useImperativeHandle(
    ref,
    () => ({
      goTo: (unit, words) => viewer.goTo(unit, words),
      find: (text) => viewer.openFind(text),
    }),
    [viewer],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new visit scrolls to the same place again.
  useEffect(() => {
    if (quote) viewer.goTo(page ?? 1, quote)
    else if (page) viewer.goTo(page)
  }, [viewer, page, quote, visit])
  useEffect(() => viewer.setHighlights(highlights), [viewer, highlights])
  useSelection(stage, viewer, onSelect)
  useViewerKeys(root, viewer, tools, !compact)

  // ── Reports to the surrounding page ──
  const tell = useRef(onPage)
  tell.current = onPage
  useEffect(() => {
    if (phase === 'ready') tell.current?.(viewer.unitOf(place))
  }, [viewer, place, phase])
  useRemember(doc.id, viewer)

  // A view that can fit to the window computes its scale itself. For other views, the scale is set here: the
  // zoom factor, or 1 if the zoom is not a factor.
  useEffect(() => {
    if (tools.zoom && !tools.fit) viewer.set({ scale: typeof zoom === 'number' ? zoom : 1 })
  }, [viewer, tools, zoom])

  // In a full-page viewer, the scrolled element gets the focus unless another element has it. So the keys
  // scroll the file even before the first click.
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
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, the highlights are opened from a list. */}
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

/** Focuses the element scrolled by the keys, without a focus ring. */
function focusQuietly(el: HTMLElement | null | undefined): void {
  if (!el) return
  el.dataset.quiet = ''
  el.addEventListener('blur', () => delete el.dataset.quiet, { once: true })
  el.focus({ preventScroll: true })
}

/** The first position: the requested page, otherwise the stored position. */
function startOf(doc: DocView, page: number | undefined): Position | undefined {
  const kept = recall(doc.id)
  if (!page) return kept
  const view = viewOf(doc)
  // The places of a text file differ from the server's units, so a text file opens at its beginning.
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
    // Scrolling within a page does not change the store, so the scroll event is used as well.
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
