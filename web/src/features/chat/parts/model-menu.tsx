import { ChevronDown } from 'lucide-react'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { useSlot } from '@/lib/slot'
import { Menu, type MenuEntry } from '@/ui/menu'
import { toast } from '@/ui/toast'
import { useGeneral } from '../queries'
import { answering, type ModelItem, subModels } from '../state/choice'
import { isOffline, type ModelChoice } from '../state/use-choice'

/**
 * The description of a model or, without a description, the provider's id of the model. The id is left out if it equals
 * the name or is the id of the built-in engine.
 */
function hint(m: ModelItem): string {
  return m.modelDesc || (m.modelId && m.modelId !== m.modelName && !isOffline(m.modelId) ? m.modelId : '')
}

const quiet = 'max-md:h-6 max-md:text-[12px] max-md:font-normal max-md:text-ink-3'

/** The current model, with a menu if there are other models to choose. */
export function ModelMenu({
  choice,
  used,
  small,
}: {
  choice: ModelChoice
  used: boolean
  /** Whether to use the small form, for phones, below the title of the conversation. */
  small?: boolean
}) {
  const t = useT()
  const tip = useGeneral().appBaseConfig?.modelSwitchTip
  const { visible } = useSlot('modelSelector')
  if (!choice.model || !visible) return null
  const choose = (model: ModelItem, sub?: ModelItem) => {
    choice.choose(model.chatModelId, sub?.chatModelId ?? '')
    if (used && tip) toast(tip)
  }
  const entries: MenuEntry[] = choice.models.flatMap((m) => [
    {
      id: m.chatModelId,
      label: m.modelName,
      hint: hint(m),
      checked: choice.model === m && !choice.sub,
      onSelect: () => choose(m),
    },
    ...subModels(m).map((s) => ({
      id: `${m.chatModelId}/${s.chatModelId}`,
      label: s.modelName,
      hint: hint(s),
      checked: choice.model === m && choice.sub === s,
      onSelect: () => choose(m, s),
    })),
  ])
  const name = answering(choice)?.modelName ?? ''
  if (entries.length < 2)
    return <p className={cn('max-w-full truncate px-3 font-medium', small && quiet)}>{name}</p>
  return (
    <Menu
      label={t('chat.model.choose')}
      entries={entries}
      trigger={(props) => (
        <button
          type="button"
          aria-label={t('chat.model.now', { name })}
          className={cn(
            'hit flex h-9 min-w-0 max-w-full items-center gap-1.5 rounded-sm px-3 font-medium transition-colors hover:bg-hover aria-expanded:bg-hover',
            small && quiet,
          )}
          {...props}
        >
          <span className="truncate">{name}</span>
          <ChevronDown size={14} strokeWidth={1.5} className="shrink-0" />
        </button>
      )}
    />
  )
}
