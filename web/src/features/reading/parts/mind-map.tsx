import { Maximize, Share2 } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { post } from '@/api'
import { useT } from '@/i18n'
import { lazy } from '@/lib/lazy'
import { saveFile } from '@/lib/save-file'
import { useSlot } from '@/lib/slot'
import { IconButton } from '@/ui/button'
import { Menu } from '@/ui/menu'
import { EmptyState, Skeleton } from '@/ui/state'
import { type Node, say } from '../calls'
import { toMarkdown } from '../tree'
import type { MapHandle } from './map'
import { type PanelProps, WithOverview } from './overview'
import { ShareDialog } from './share-dialog'

const MapView = lazy(() => import('./map'))

/** The mind map of the file; clicking a node scrolls to its place. */
export default function MindMapPanel({ docId, name, go }: PanelProps & { name: string }) {
  return (
    <WithOverview docId={docId}>
      {(o) => <MindMap tree={o.mindMap} docId={docId} name={name} go={go} />}
    </WithOverview>
  )
}

function MindMap({ tree, docId, name, go }: PanelProps & { tree: Node; name: string }) {
  const t = useT()
  const map = useRef<MapHandle>(null)
  const [sharing, setSharing] = useState(false)
  const share = useSlot('sharing').visible
  if (!tree.children?.length) return <EmptyState title={t('reading.noMap')} />
  const base = name.replace(/\.\w+$/, '')
  return (
    <div>
      <div className="mb-2 flex justify-end gap-1">
        <IconButton label={t('reading.map.fit')} onClick={() => map.current?.fit()}>
          <Maximize strokeWidth={1.5} />
        </IconButton>
        {share && (
          <IconButton label={t('reading.share')} onClick={() => setSharing(true)}>
            <Share2 strokeWidth={1.5} />
          </IconButton>
        )}
        <Menu
          label={t('reading.export')}
          align="end"
          entries={[
            {
              id: 'png',
              label: 'PNG',
              onSelect: () =>
                void map.current
                  ?.png()
                  .then((b) => saveFile(b, `${base}.png`))
                  .catch(say),
            },
            {
              id: 'svg',
              label: 'SVG',
              onSelect: () => map.current && saveFile(map.current.svg(), `${base}.svg`),
            },
            {
              id: 'md',
              label: 'Markdown',
              onSelect: () => saveFile(new Blob([toMarkdown(tree)], { type: 'text/markdown' }), `${base}.md`),
            },
          ]}
          trigger={(props) => (
            <button
              type="button"
              {...props}
              className="hit h-9 rounded-sm px-3 text-[13px] text-ink-2 transition-colors duration-[var(--fast)] hover:bg-hover"
            >
              {t('reading.export')}
            </button>
          )}
        />
      </div>
      <Suspense fallback={<Skeleton className="h-96!" />}>
        <MapView ref={map} tree={tree} onNode={(unit) => go(unit)} />
      </Suspense>
      <ShareDialog
        open={sharing}
        onOpenChange={setSharing}
        docId={docId}
        make={() => post('/api/user/agent/doc/mindMap/share', { docId })}
      />
    </div>
  )
}
