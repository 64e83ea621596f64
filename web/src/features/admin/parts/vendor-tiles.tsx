import { Check } from 'lucide-react'
import type { AdminVendor } from '@/api'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'

interface Props {
  vendors: readonly AdminVendor[]
  chosen?: string
  /** Ids of the connected vendors. */
  connected: readonly string[]
  onChoose: (vendor: AdminVendor) => void
  /** Whether the tiles show names only, to save space. */
  compact?: boolean
}

/** The vendors as tiles to choose from. */
export function VendorTiles({ vendors, chosen, connected, onChoose, compact }: Props) {
  const t = useT()
  return (
    <ul className="grid grid-cols-3 gap-2 max-md:grid-cols-2" aria-label={t('admin.connect.vendors')}>
      {vendors.map((v) => (
        <li key={v.id} className="flex">
          <button
            type="button"
            aria-pressed={chosen === v.id}
            onClick={() => onChoose(v)}
            className={cn(
              compact ? 'min-h-11 text-[13.5px]' : 'min-h-[68px]',
              'relative flex w-full flex-col justify-center rounded-md border bg-surface px-3.5 py-2.5 text-left leading-[1.45] transition-colors duration-[var(--fast)]',
              chosen === v.id
                ? 'border-qing bg-qing-soft'
                : 'border-line hover:border-[color-mix(in_oklch,var(--qing)_40%,var(--line))]',
            )}
          >
            <span className="pr-5 font-medium">{v.name}</span>
            {!compact && (
              <small className="mt-0.5 text-[12px] text-ink-3">
                {v.local
                  ? t('admin.connect.localTile')
                  : v.baseUrl
                    ? v.gives.slice(1).join('\u00a0· ')
                    : t('admin.connect.otherTile')}
              </small>
            )}
            {connected.includes(v.id) && (
              <Check
                size={16}
                strokeWidth={2}
                role="img"
                aria-label={t('admin.connect.connected')}
                className="absolute top-3 right-3 text-qing"
              />
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}
