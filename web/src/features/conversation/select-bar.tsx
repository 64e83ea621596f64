import { useT } from '@/i18n'
import { Button } from '@/ui/button'

export interface SelectBarProps {
  count: number
  all: boolean
  onAll: (all: boolean) => void
  onDelete: () => void
  onCancel: () => void
}

/** The actions on the selected conversations. */
export function SelectBar({ count, all, onAll, onDelete, onCancel }: SelectBarProps) {
  const t = useT()
  return (
    <div
      role="toolbar"
      aria-label={t('conversation.chosen', { count })}
      className="fade-in border-line border-t px-3 py-2.5"
    >
      <div className="mb-2 flex items-center justify-between px-3 text-[13px]">
        <label className="flex cursor-pointer items-center gap-3 text-ink-2">
          <input
            type="checkbox"
            checked={all}
            onChange={(e) => onAll(e.target.checked)}
            className="size-4 accent-(--qing)"
          />
          {t('conversation.all')}
        </label>
        <span aria-live="polite" className="text-ink-3 tabular-nums">
          {t('conversation.chosen', { count })}
        </span>
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={onCancel}>{t('ui.cancel')}</Button>
        <Button kind="danger" disabled={count === 0} onClick={onDelete}>
          {t('conversation.delete')}
        </Button>
      </div>
    </div>
  )
}
