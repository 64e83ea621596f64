import { Sparkles, X } from 'lucide-react'
import { useState } from 'react'
import { useT } from '@/i18n'
import { useSlot } from '@/lib/slot'
import { Button, IconButton } from '@/ui/button'
import type { SwitchRule } from '../state/calls'
import { answering, type ModelItem, subModels } from '../state/choice'
import type { ModelChoice } from '../state/use-choice'

/** A model to choose; `sub` is one of its sub-models. */
interface Offer {
  model: ModelItem
  sub?: ModelItem
}

/** Offers the model of the first rule whose keyword is in the text. Nothing is shown if that model answers already. */
export default function ModelGuide({
  text,
  rules,
  choice,
  onEnd,
}: {
  text: string
  rules: readonly SwitchRule[]
  choice: ModelChoice
  /** Called when the offer was accepted or declined. Its button, which had the focus, is removed. */
  onEnd: () => void
}) {
  const t = useT()
  const { visible } = useSlot('modelSelector')
  const [declined, setDeclined] = useState<string[]>([])
  const offer = visible ? offered(text, rules, choice) : null
  if (!offer) return null
  const { modelName: name, chatModelId: id } = offer.sub ?? offer.model
  if (declined.includes(id)) return null
  return (
    <div role="status" className="mt-1 flex cursor-auto items-center gap-1.5 text-[13px] text-ink-2">
      <Sparkles size={14} strokeWidth={1.5} className="shrink-0 text-qing-ink" />
      <span className="min-w-0 break-words">{t('suggest.model', { name })}</span>
      <Button
        kind="link"
        className="shrink-0 text-[13px]"
        onClick={() => {
          choice.choose(offer.model.chatModelId, offer.sub?.chatModelId ?? '')
          onEnd()
        }}
      >
        {t('suggest.model.choose')}
      </Button>
      <IconButton
        size="md"
        className="ml-auto"
        label={t('ui.close')}
        onClick={() => {
          setDeclined([...declined, id])
          onEnd()
        }}
      >
        <X strokeWidth={1.5} />
      </IconButton>
    </div>
  )
}

/** The model of the first rule that applies; null if no rule applies or its model answers already. */
export function offered(text: string, rules: readonly SwitchRule[], choice: ModelChoice): Offer | null {
  const lower = text.toLowerCase()
  for (const rule of rules) {
    const offer = lower.includes(rule.keyword.toLowerCase()) && find(choice.models, rule.modelId)
    if (offer) return answering(choice)?.chatModelId === rule.modelId ? null : offer
  }
  return null
}

function find(models: readonly ModelItem[], id: string): Offer | null {
  for (const model of models) {
    if (model.chatModelId === id) return { model }
    const sub = subModels(model).find((s) => s.chatModelId === id)
    if (sub) return { model, sub }
  }
  return null
}
