import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useT } from '@/i18n'
import { IconButton } from '@/ui/button'
import { pager } from '../state/model'

export interface PagerProps {
  label: string
  all: readonly number[]
  current: number
  disabled?: boolean
  onGo: (to: number) => void
}

/** A pager such as ‹ 2 / 3 ›; nothing is shown for fewer than two entries. */
export function Pager({ label, all, current, disabled, onGo }: PagerProps) {
  const t = useT()
  const { place, count, previous, next } = pager(all, current)
  if (count < 2) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div role="group" aria-label={label} className="flex items-center text-[12.5px] text-ink-3 tabular-nums">
      <IconButton
        size="sm"
        label={t('answer.pager.previous')}
        className="text-ink-3"
        disabled={disabled || previous === null}
        onClick={() => previous !== null && onGo(previous)}
      >
        <ChevronLeft strokeWidth={1.5} />
      </IconButton>
      <span aria-live="polite">{t('answer.pager.place', { place, count })}</span>
      <IconButton
        size="sm"
        label={t('answer.pager.next')}
        className="text-ink-3"
        disabled={disabled || next === null}
        onClick={() => next !== null && onGo(next)}
      >
        <ChevronRight strokeWidth={1.5} />
      </IconButton>
    </div>
  )
}
