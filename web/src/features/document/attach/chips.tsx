import { type MessageId, useT } from '@/i18n'

interface Offer {
  label: MessageId
  ask: MessageId
  /** It takes a language model. */
  model?: boolean
}

/** What is often wanted of a document, one click away. */
const offers: readonly Offer[] = [
  { label: 'document.chip.points', ask: 'document.chip.points.ask' },
  { label: 'document.chip.outline', ask: 'document.chip.outline.ask' },
  { label: 'document.chip.keywords', ask: 'document.chip.keywords.ask' },
  { label: 'document.chip.translate', ask: 'document.chip.translate.ask', model: true },
]

export function Chips({ offline, onAsk }: { offline: boolean; onAsk: (question: string) => void }) {
  const t = useT()
  return (
    <fieldset aria-label={t('document.chips')} className="mt-1.5 flex flex-wrap gap-1.5">
      {offers
        .filter((offer) => !(offer.model && offline))
        .map((offer) => (
          <button
            key={offer.label}
            type="button"
            onClick={() => onAsk(t(offer.ask))}
            className="hit h-[30px] rounded-full bg-qing-soft px-3 text-[13px] text-qing-ink transition-colors hover:bg-[color-mix(in_oklch,var(--qing)_16%,var(--qing-soft))]"
          >
            {t(offer.label)}
          </button>
        ))}
    </fieldset>
  )
}
