import { useT } from '@/i18n'
import { Button } from '@/ui/button'

export interface SelectBarProps {
  count: number
  all: boolean
  onAll: (all: boolean) => void
  onAsk: () => void
  onDelete: () => void
  onCancel: () => void
}

/** The actions on the selected files. */
export function SelectBar({ count, all, onAll, onAsk, onDelete, onCancel }: SelectBarProps) {
  const t = useT()
  return (
    <div
      role="toolbar"
      aria-label={t('document.chosen', { count })}
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
          {t('document.all')}
        </label>
        <span aria-live="polite" className="text-[13px] text-ink-3 tabular-nums">
          {t('document.chosen', { count })}
        </span>
      </div>
      <Button kind="ghost" className="max-md:h-11 max-md:flex-1" onClick={onCancel}>
        {t('ui.cancel')}
      </Button>
      <Button kind="danger" className="max-md:h-11 max-md:flex-1" disabled={count === 0} onClick={onDelete}>
        {t('document.delete')}
      </Button>
      <Button className="max-md:h-11" disabled={count === 0} onClick={onAsk}>
        {t('document.askMany')}
      </Button>
    </div>
  )
}
