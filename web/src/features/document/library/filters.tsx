import { type MessageId, useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { badge } from '@/lib/format'
import type { Kind } from '../types'
import { totals, useCounts } from './queries'
import { show, useView } from './view'

/** The names of the kinds, in the order of the chips. */
export const kindNames: Record<Kind, MessageId> = {
  pdf: 'document.kind.pdf',
  doc: 'document.kind.doc',
  excel: 'document.kind.excel',
  ppt: 'document.kind.ppt',
  txt: 'document.kind.txt',
  code: 'document.kind.code',
  image: 'document.kind.image',
  audio: 'document.kind.audio',
  video: 'document.kind.video',
  cloud: 'document.kind.cloud',
  file: 'document.kind.file',
}

/**
 * A chip for all files, and a chip for each kind that has files or is selected. Each chip has its number of
 * files.
 */
export function Filters() {
  const t = useT()
  const type = useView((s) => s.type)
  const { count, types } = totals(useCounts().data ?? [])
  // With files of fewer than two kinds, no filter is needed, unless a kind is selected.
  if (types.length < 2 && !type) return null
  const order = Object.keys(kindNames)
  const rows = [...types].sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type))
  if (type && !rows.some((row) => row.type === type)) rows.push({ type, count: 0, size: 0 })
  return (
    <fieldset
      aria-label={t('document.filter')}
      className="-mx-1 flex gap-1.5 overflow-x-auto px-1 py-1 [scrollbar-width:none]"
    >
      <FilterChip
        name={t('document.kind.all')}
        count={count}
        on={type === ''}
        onChoose={() => show({ type: '' })}
      />
      {rows.map((row) => (
        <FilterChip
          key={row.type}
          name={t(kindNames[row.type] ?? kindNames.file)}
          count={row.count}
          on={type === row.type}
          onChoose={() => show({ type: type === row.type ? '' : row.type })}
        />
      ))}
    </fieldset>
  )
}

function FilterChip({
  name,
  count,
  on,
  onChoose,
}: {
  name: string
  count: number
  on: boolean
  onChoose: () => void
}) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onChoose}
      className={cn(
        'hit inline-flex h-8 shrink-0 items-center gap-1.5 rounded-full border px-3 text-[13px] transition-colors',
        on ? 'border-transparent bg-qing-soft text-qing-ink' : 'border-line text-ink-2 hover:bg-hover',
      )}
    >
      {`${name} `}
      <span className={cn('text-[12px] tabular-nums', on ? 'opacity-80' : 'text-ink-3')}>{badge(count)}</span>
    </button>
  )
}
