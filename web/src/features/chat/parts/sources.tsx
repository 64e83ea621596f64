import { X } from 'lucide-react'
import { Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { useT, withCatalogue } from '@/i18n'
import { lazy } from '@/lib/lazy'
import { IconButton } from '@/ui/button'
import { Sheet } from '@/ui/dialog'
import { hideSources, useSources } from '../state/sources'
import type { Doc } from '../state/types'
import { SourceCard } from './source-card'

const wide = globalThis.matchMedia?.('(min-width: 1081px)')

function useWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      wide?.addEventListener('change', changed)
      return () => wide?.removeEventListener('change', changed)
    },
    () => wide?.matches ?? false,
  )
}

const ViewerPanel = lazy(
  withCatalogue('viewer', async () => ({ default: (await import('@/features/viewer')).ViewerPanel })),
)

/** The panel beside the conversation: a list of sources, or the file of one source. */
export default function Sources() {
  const { shown, place } = useSources()
  if (shown) return <SourceList {...shown} />
  if (!place) return null
  return (
    <Suspense>
      <div className="flex min-w-0 [&>aside]:max-w-full">
        <ViewerPanel docId={place.docId} page={place.page} quote={place.quote} onClose={hideSources} />
      </div>
    </Suspense>
  )
}

/** A list of sources: a side panel on wide screens, otherwise a sheet. */
function SourceList(shown: ListProps) {
  const t = useT()
  const panel = useWide()
  const title = t('answer.sources.title', { count: shown.docs.length })
  if (!panel) {
    return (
      <Sheet open onOpenChange={hideSources} title={title}>
        <List {...shown} />
      </Sheet>
    )
  }
  return (
    <aside aria-label={title} className="fade-in flex w-[340px] shrink-0 flex-col border-line border-l">
      <div className="flex h-(--header-h) shrink-0 items-center px-5">
        <h2 className="flex-1 font-semibold text-[15px]">{title}</h2>
        <IconButton label={t('ui.close')} size="md" className="-mr-1.5" onClick={hideSources}>
          <X strokeWidth={1.5} />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">
        <List {...shown} />
      </div>
    </aside>
  )
}

interface ListProps {
  docs: readonly Doc[]
  mark: number
}

function List({ docs, mark }: ListProps) {
  const marked = useRef<HTMLLIElement>(null)
  // In new browsers, scrollIntoView returns a promise. `void` drops it, because an effect may only return a
  // cleanup function.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new mark or list scrolls to another source.
  useEffect(() => void marked.current?.scrollIntoView({ block: 'nearest' }), [mark, docs])
  return (
    <ol>
      {docs.map((doc) => (
        <li
          key={doc.index || doc.url}
          ref={mark > 0 && doc.index === mark ? marked : undefined}
          className="border-line border-b py-3 last:border-0"
        >
          <SourceCard doc={doc} marked={mark > 0 && doc.index === mark} whole={docs.length === 1} />
        </li>
      ))}
    </ol>
  )
}
