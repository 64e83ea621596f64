import {
  ChevronDown,
  ChevronUp,
  Download,
  Ellipsis,
  Images,
  ListTree,
  Minus,
  Plus,
  Printer,
  RotateCw,
  Search,
  WrapText,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { IconButton } from '@/ui/button'
import { Menu, type MenuEntry } from '@/ui/menu'
import type { ViewTools } from '../kinds'
import { setPrefs } from '../position'
import type { Viewer } from '../viewer'
import { saveOrSay } from './broken'
import { PageField } from './page-field'
import { usePrint } from './print-dialog'

export interface ToolbarProps {
  viewer: Viewer
  tools: ViewTools
  doc: { id: string; fileName: string }
  /** Whether only a few buttons fit; the other buttons are then in a menu. */
  tight: boolean
  /** Whether the toolbar is at the bottom of a phone's screen. */
  bottom: boolean
  /** More buttons at the end, from the surrounding page. */
  actions?: ReactNode
}

/** The tools of an open file. */
export function Toolbar({ viewer, tools, doc, tight, bottom, actions }: ToolbarProps) {
  const t = useT()
  const wrap = useStore(viewer.store, (s) => s.wrap)
  const panel = useStore(viewer.store, (s) => s.panel)
  const count = useStore(viewer.store, (s) => s.count)
  const outlined = useStore(viewer.store, (s) => s.outline.length > 0)
  const thumbs = useStore(viewer.store, (s) => s.extras.thumbs !== undefined)
  const finding = useStore(viewer.store, (s) => s.find.open)
  const ready = useStore(viewer.store, (s) => s.phase === 'ready')
  const { print, dialog } = usePrint(viewer)

  const toggle = (which: 'outline' | 'thumbs') => {
    const next = panel === which ? null : which
    viewer.set({ panel: next })
    setPrefs({ panel: next })
  }
  const setWrap = () => {
    viewer.set({ wrap: !wrap })
    setPrefs({ wrap: !wrap })
  }
  const icon = { strokeWidth: 1.5 }
  const more: MenuEntry[] = []
  if (tight && thumbs)
    more.push({
      id: 'thumbs',
      label: t('viewer.thumbs'),
      icon: <Images {...icon} />,
      onSelect: () => toggle('thumbs'),
    })
  if (tools.rotate)
    more.push({
      id: 'rotate',
      label: t('viewer.rotate'),
      icon: <RotateCw {...icon} />,
      onSelect: () => viewer.rotate(),
    })
  if (tools.wrap && tight)
    more.push({
      id: 'wrap',
      label: t('viewer.wrap'),
      icon: <WrapText {...icon} />,
      checked: wrap,
      onSelect: setWrap,
    })
  if (tools.print && print)
    more.push({ id: 'print', label: t('viewer.print'), icon: <Printer {...icon} />, onSelect: print })
  more.push({
    id: 'download',
    label: t('viewer.download'),
    icon: <Download {...icon} />,
    onSelect: () => void saveOrSay(doc),
  })

  return (
    <div
      role="toolbar"
      aria-label={t('viewer.tools')}
      className={cn('viewer-toolbar', bottom && 'at-bottom', tight && 'tight')}
    >
      <div className="side">
        {tools.outline && outlined && (
          <IconButton
            label={t('viewer.outline')}
            aria-pressed={panel === 'outline'}
            className={cn(panel === 'outline' && 'bg-hover text-ink')}
            onClick={() => toggle('outline')}
          >
            <ListTree {...icon} />
          </IconButton>
        )}
        {!tight && thumbs && (
          <IconButton
            label={t('viewer.thumbs')}
            aria-pressed={panel === 'thumbs'}
            className={cn(panel === 'thumbs' && 'bg-hover text-ink')}
            onClick={() => toggle('thumbs')}
          >
            <Images {...icon} />
          </IconButton>
        )}
      </div>
      <div className="middle">
        {tools.pages && count > 0 && (
          <div className="flex items-center">
            <Turn viewer={viewer} direction={-1} />
            <PageField viewer={viewer} />
            <Turn viewer={viewer} direction={1} />
          </div>
        )}
        {tools.zoom && ready && <ZoomTools viewer={viewer} fit={tools.fit} tight={tight} />}
      </div>
      <div className="side end">
        {tools.wrap && !tight && (
          <IconButton
            label={t('viewer.wrap')}
            aria-pressed={wrap}
            className={cn(wrap && 'text-qing-ink')}
            onClick={setWrap}
          >
            <WrapText {...icon} />
          </IconButton>
        )}
        {tools.find && ready && (
          <IconButton
            label={t('viewer.find')}
            aria-pressed={finding}
            className={cn(finding && 'bg-hover text-ink')}
            onClick={() => (finding ? viewer.closeFind() : viewer.openFind())}
          >
            <Search {...icon} />
          </IconButton>
        )}
        <Menu
          label={t('viewer.more')}
          align="end"
          side={bottom ? 'top' : 'bottom'}
          entries={more}
          trigger={(p) => (
            <IconButton label={t('viewer.more')} {...p}>
              <Ellipsis {...icon} />
            </IconButton>
          )}
        />
        {actions}
      </div>
      {dialog}
    </div>
  )
}

function Turn({ viewer, direction }: { viewer: Viewer; direction: 1 | -1 }) {
  const t = useT()
  const end = useStore(viewer.store, (s) => (direction < 0 ? s.place <= 1 : s.place >= s.count))
  const Icon = direction < 0 ? ChevronUp : ChevronDown
  return (
    <IconButton
      label={t(direction < 0 ? 'viewer.before' : 'viewer.after')}
      aria-disabled={end}
      className={cn(end && 'opacity-45')}
      onClick={() => !end && viewer.goTo(viewer.state.place + direction)}
    >
      <Icon strokeWidth={1.5} />
    </IconButton>
  )
}

const PRESETS = [0.5, 0.75, 1, 1.25, 1.5, 2, 4]

function ZoomTools({ viewer, fit, tight }: { viewer: Viewer; fit: boolean; tight: boolean }) {
  const t = useT()
  const zoom = useStore(viewer.store, (s) => s.zoom)
  const scale = useStore(viewer.store, (s) => s.scale)
  const percent = (n: number) => `${Math.round(n * 100)}%`
  const entries: MenuEntry[] = [
    ...(fit
      ? ([
          {
            id: 'width',
            label: t('viewer.fitWidth'),
            checked: zoom === 'width',
            onSelect: () => viewer.set({ zoom: 'width' }),
          },
          {
            id: 'page',
            label: t('viewer.fitPage'),
            checked: zoom === 'page',
            onSelect: () => viewer.set({ zoom: 'page' }),
          },
          { type: 'separator', id: 'line' },
        ] satisfies MenuEntry[])
      : []),
    ...PRESETS.map((n) => ({
      id: String(n),
      label: percent(n),
      checked: zoom === n,
      onSelect: () => viewer.set({ zoom: n }),
    })),
  ]
  return (
    <div className="flex items-center">
      {!tight && (
        <IconButton label={t('viewer.smaller')} keys="−" onClick={() => viewer.zoomBy(-1)}>
          <Minus strokeWidth={1.5} />
        </IconButton>
      )}
      <Menu
        label={t('viewer.size')}
        align="center"
        entries={entries}
        trigger={(p) => (
          <button
            type="button"
            aria-label={t('viewer.sizeNow', { percent: percent(scale) })}
            className="hit h-8 min-w-14 rounded-sm px-1.5 text-[13px] text-ink-2 tabular-nums hover:bg-hover hover:text-ink"
            {...p}
          >
            {percent(scale)}
          </button>
        )}
      />
      {!tight && (
        <IconButton label={t('viewer.larger')} keys="+" onClick={() => viewer.zoomBy(1)}>
          <Plus strokeWidth={1.5} />
        </IconButton>
      )}
    </div>
  )
}
