import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { kinds, type Period, periods, type Wish } from './calls'

const chip =
  'hit h-8 shrink-0 rounded-full border border-line px-2.5 text-[13px] text-ink-2 transition-colors hover:bg-hover'
const chosen = 'bg-qing-soft text-qing-ink hover:bg-qing-soft'

export interface FiltersProps {
  wish: Wish
  /** The conversation that is open behind the dialog. */
  chatId?: string
  onChange: (part: Partial<Wish>) => void
}

/** Filters by kind, time and conversation, and the sort order. */
export function Filters({ wish, chatId, onChange }: FiltersProps) {
  const t = useT()
  return (
    <fieldset className="flex min-w-0 shrink-0 items-center gap-1.5 overflow-x-auto border-line border-b px-3 py-2 md:flex-wrap">
      <legend className="sr-only">{t('search.filters')}</legend>
      {(['all', ...kinds] as const).map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={wish.kind === kind}
          className={cn(chip, wish.kind === kind && chosen)}
          onClick={() => onChange({ kind })}
        >
          {t(`search.kind.${kind}`)}
        </button>
      ))}
      {chatId && (
        <button
          type="button"
          aria-pressed={wish.chatId !== undefined}
          className={cn(chip, wish.chatId !== undefined && chosen)}
          onClick={() => onChange({ chatId: wish.chatId ? undefined : chatId })}
        >
          {t('search.here')}
        </button>
      )}
      {/* The filters may wrap into several lines, but the period and the sort order stay on one line. */}
      <div className="flex shrink-0 items-center gap-1.5">
        <select
          aria-label={t('search.period')}
          value={wish.period}
          onChange={(e) => onChange({ period: e.target.value as Period })}
          className={cn(chip, 'bg-transparent', wish.period !== 'any' && chosen)}
        >
          {periods.map((p) => (
            <option key={p} value={p}>
              {t(`search.period.${p}`)}
            </option>
          ))}
        </select>
        <button
          type="button"
          aria-pressed={wish.newest}
          className={cn(chip, wish.newest && chosen)}
          onClick={() => onChange({ newest: !wish.newest })}
        >
          {t('search.newest')}
        </button>
      </div>
    </fieldset>
  )
}
