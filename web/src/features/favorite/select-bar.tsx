import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Menu } from '@/ui/menu'
import { useExport } from './export'

export interface SelectBarProps {
  ids: string[]
  all: boolean
  onAll: (all: boolean) => void
  onTag: () => void
  onDelete: () => void
  onCancel: () => void
}

/** The actions on the selected favourites. */
export function SelectBar({ ids, all, onAll, onTag, onDelete, onCancel }: SelectBarProps) {
  const t = useT()
  const { busy, entries } = useExport(ids)
  const none = ids.length === 0
  return (
    <div
      role="toolbar"
      aria-label={t('favorite.chosen', { count: ids.length })}
      className="fade-in flex flex-wrap items-center gap-2 border-line border-t px-6 py-3 pb-[max(12px,env(safe-area-inset-bottom))] max-md:px-4"
    >
      <div className="mr-auto flex items-center gap-4 max-md:w-full max-md:pb-1">
        <label className="hit flex cursor-pointer items-center gap-3 text-ink-2">
          <input
            type="checkbox"
            checked={all}
            onChange={(e) => onAll(e.target.checked)}
            className="size-4 accent-(--qing)"
          />
          {t('favorite.all')}
        </label>
        <span aria-live="polite" className="text-[13px] text-ink-3 tabular-nums">
          {t('favorite.chosen', { count: ids.length })}
        </span>
      </div>
      <Button kind="ghost" className="max-md:h-11 max-md:flex-1" onClick={onCancel}>
        {t('ui.cancel')}
      </Button>
      <Button kind="danger" className="max-md:h-11 max-md:flex-1" disabled={none} onClick={onDelete}>
        {t('favorite.delete')}
      </Button>
      <Button className="max-md:h-11 max-md:flex-1" disabled={none} onClick={onTag}>
        {t('favorite.tag')}
      </Button>
      <Menu
        label={t('favorite.export')}
        align="end"
        side="top"
        entries={entries}
        trigger={(p) => (
          <Button className="max-md:h-11 max-md:flex-1" disabled={none} aria-busy={busy} {...p}>
            {t(busy ? 'favorite.exporting' : 'favorite.export')}
          </Button>
        )}
      />
    </div>
  )
}
