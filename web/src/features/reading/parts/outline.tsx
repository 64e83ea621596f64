import { useT } from '@/i18n'
import { EmptyState } from '@/ui/state'
import { flatten } from '../tree'
import { type PanelProps, WithOverview } from './overview'

/** The headings of the file; clicking a heading scrolls to it. */
export default function OutlinePanel({ docId, go }: PanelProps) {
  const t = useT()
  return (
    <WithOverview docId={docId}>
      {(o) => {
        const rows = flatten(o.outline)
        if (rows.length === 0) return <EmptyState title={t('reading.noOutline')} />
        return (
          <ol>
            {rows.map((row, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: headings may be equal; their order never changes.
              <li key={i}>
                <button
                  type="button"
                  style={{ paddingInlineStart: `${8 + row.depth * 16}px` }}
                  className="flex min-h-9 w-full items-center gap-3 rounded-sm pr-2 text-left transition-colors duration-[var(--fast)] hover:bg-hover max-md:min-h-11"
                  onClick={() => go(row.unit, row.text)}
                >
                  <span className={row.depth === 0 ? 'flex-1 font-medium' : 'flex-1 text-ink-2'}>
                    {row.text}
                  </span>
                  <span className="text-[12px] text-ink-3 tabular-nums">{row.unit}</span>
                </button>
              </li>
            ))}
          </ol>
        )
      }}
    </WithOverview>
  )
}
