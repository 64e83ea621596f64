import { X } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { useT } from '@/i18n'
import { IconButton } from '@/ui/button'
import { Sheet } from '@/ui/dialog'
import type { Doc } from '../state/types'
import { SiteSign, SourceCard } from './source-card'

interface Shown {
  docs: readonly Doc[]
  /** The source to mark and bring into view; 0 for none. */
  mark: number
}

const useShown = create<{ shown: Shown | null }>()(() => ({ shown: null }))

/** Opens the list of an answer's sources, one of them marked. */
export function showSources(docs: readonly Doc[], mark = 0): void {
  useShown.setState({ shown: { docs, mark } })
}

export function hideSources(): void {
  useShown.setState({ shown: null })
}

/** The strip above an answer: the signs of its first sources and their number. */
export function SourceStrip({ docs }: { docs: readonly Doc[] }) {
  const t = useT()
  return (
    <button
      type="button"
      className="hit mb-2.5 inline-flex h-[34px] items-center gap-2.5 rounded-full border border-line py-0 pr-3 pl-2 text-[13px] text-ink-2 transition-colors hover:bg-hover"
      onClick={() => showSources(docs)}
    >
      <span className="flex">
        {docs.slice(0, 3).map((doc) => (
          <SiteSign key={doc.index} doc={doc} className="-ml-1.5 border-2 border-paper first:ml-0" />
        ))}
      </span>
      {t('chat.sources.strip', { count: docs.length })}
    </button>
  )
}

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

/** The sources of one answer: a panel at the right of wide screens, else a sheet. */
export function Sources() {
  const t = useT()
  const shown = useShown((s) => s.shown)
  const panel = useWide()
  if (!shown) return null
  const title = t('chat.sources.title', { count: shown.docs.length })
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

function List({ docs, mark }: Shown) {
  const marked = useRef<HTMLLIElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another mark, another place.
  useEffect(() => marked.current?.scrollIntoView({ block: 'nearest' }), [mark, docs])
  return (
    <ol>
      {docs.map((doc) => (
        <li
          key={doc.index}
          ref={doc.index === mark ? marked : undefined}
          className="border-line border-b py-3 last:border-0"
        >
          <SourceCard doc={doc} marked={doc.index === mark} />
        </li>
      ))}
    </ol>
  )
}
