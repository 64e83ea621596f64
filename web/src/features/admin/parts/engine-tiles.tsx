import type { AdminEngine } from '@/api'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'

interface Props {
  engines: readonly AdminEngine[]
  chosen: string
  onChoose: (engine: AdminEngine) => void
}

/** The search services as tiles. */
export function EngineTiles({ engines, chosen, onChoose }: Props) {
  const t = useT()
  return (
    <ul className="mb-4 grid grid-cols-3 gap-2 max-md:grid-cols-2" aria-label={t('admin.source.engines')}>
      {engines.map((e) => (
        <li key={e.id} className="flex">
          <button
            type="button"
            aria-pressed={chosen === e.id}
            onClick={() => onChoose(e)}
            className={cn(
              'relative flex min-h-11 w-full flex-col justify-center rounded-md border bg-surface px-3.5 py-2.5 text-left text-[13.5px] leading-[1.45] transition-colors duration-[var(--fast)]',
              chosen === e.id
                ? 'border-qing bg-qing-soft'
                : 'border-line hover:border-[color-mix(in_oklch,var(--qing)_40%,var(--line))]',
            )}
          >
            <span className="font-medium">{e.name}</span>
            <small className="mt-0.5 line-clamp-1 text-[12px] text-ink-3">
              {[
                e.hidden
                  ? t('admin.source.tile.hidden')
                  : e.keyUrl
                    ? t('admin.source.tile.key')
                    : t('admin.source.tile.free'),
                e.kinds.includes('image') ? t('admin.source.tile.image') : '',
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </button>
        </li>
      ))}
    </ul>
  )
}
