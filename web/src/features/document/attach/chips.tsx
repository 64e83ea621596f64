import { type MessageId, useT } from '@/i18n'
import { cn } from '@/lib/cn'

interface Offer {
  label: MessageId
  ask: MessageId
  /** Whether the request needs a language model. */
  model?: boolean
}

/** Frequent requests about a document, as buttons. */
const offers: readonly Offer[] = [
  { label: 'document.chip.points', ask: 'document.chip.points.ask' },
  { label: 'document.chip.outline', ask: 'document.chip.outline.ask' },
  { label: 'document.chip.keywords', ask: 'document.chip.keywords.ask' },
  { label: 'document.chip.translate', ask: 'document.chip.translate.ask', model: true },
]

export interface ChipsProps {
  offline: boolean
  /**
   * Headings of the only document, as topics for questions. Empty if no suitable headings are known (yet), or if there
   * are several documents.
   */
  topics: readonly string[]
  onAsk: (question: string) => void
}

export function Chips({ offline, topics, onAsk }: ChipsProps) {
  const t = useT()
  const own = topics.map((topic) => {
    const text = t('document.chip.topic', { topic })
    return { key: `topic ${topic}`, label: text, ask: text, topic: true }
  })
  const common = offers
    .filter((offer) => !(offer.model && offline))
    .map((offer) => ({ key: offer.label, label: t(offer.label), ask: t(offer.ask), topic: false }))
  return (
    <fieldset aria-label={t('document.chips')} className="mt-1.5 flex flex-wrap gap-1.5">
      {[...common, ...own].map(({ key, label, ask, topic }) => (
        <button
          key={key}
          type="button"
          onClick={() => onAsk(ask)}
          className={cn(
            'hit h-8 max-w-full truncate rounded-full px-3 text-[13px] transition-colors hover:bg-hover',
            topic ? 'border border-line text-ink-2' : 'bg-qing-soft text-qing-ink',
          )}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
