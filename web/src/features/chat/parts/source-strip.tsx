import { useT } from '@/i18n'
import { showSources } from '../state/sources'
import type { Doc } from '../state/types'
import { sourcesOf } from '../state/work'
import { SiteSign } from './source-card'

/** The icons of the first three sources; each file or page counts once. */
export function SourceSigns({ docs }: { docs: readonly Doc[] }) {
  const each = new Map(docs.map((doc) => [doc.docId || doc.url || doc.index, doc]))
  return (
    <span className="flex">
      {[...each.values()].slice(0, 3).map((doc) => (
        <SiteSign key={doc.index} doc={doc} className="-ml-1.5 border-2 border-paper first:ml-0" />
      ))}
    </span>
  )
}

/** The strip above an answer: the icons of its first sources, and the number of all its sources. */
export function SourceStrip({ docs }: { docs: readonly Doc[] }) {
  const t = useT()
  return (
    <button
      type="button"
      className="hit mb-2.5 inline-flex h-[34px] items-center gap-2.5 rounded-full border border-line py-0 pr-3 pl-2 text-[13px] text-ink-2 transition-colors hover:bg-hover"
      onClick={() => showSources(docs)}
    >
      <SourceSigns docs={docs} />
      {sourcesOf(docs, t)}
    </button>
  )
}
