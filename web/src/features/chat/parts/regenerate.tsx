import { ChevronDown, RotateCw } from 'lucide-react'
import { useT } from '@/i18n'
import { useSlot } from '@/lib/slot'
import { IconButton } from '@/ui/button'
import { Menu, type MenuEntry } from '@/ui/menu'
import { type ModelItem, subModels } from '../state/choice'

export interface RegenerateProps {
  /** The models to choose from. */
  models: readonly ModelItem[]
  busy: boolean
  /** Makes a new version with the current model, or with the model of the given ids. */
  onRegenerate: (modelId?: string, subModelId?: string) => void
}

/**
 * Menu entries that make another version with a chosen model. There are no entries if the model selector is hidden or
 * only one model can be chosen.
 */
export function useOthers({ models, busy, onRegenerate }: RegenerateProps): MenuEntry[] {
  const { visible } = useSlot('modelSelector')
  const entries = models.flatMap((m) => [
    {
      id: `with/${m.chatModelId}`,
      label: m.modelName,
      disabled: busy,
      onSelect: () => onRegenerate(m.chatModelId),
    },
    ...subModels(m).map((s) => ({
      id: `with/${m.chatModelId}/${s.chatModelId}`,
      label: `${m.modelName} · ${s.modelName}`,
      disabled: busy,
      onSelect: () => onRegenerate(m.chatModelId, s.chatModelId),
    })),
  ])
  return visible && entries.length > 1 ? entries : []
}

/** A button that makes another version of the answer, and a menu to choose the model of that version. */
export function Regenerate({ className, ...props }: RegenerateProps & { className: string }) {
  const t = useT()
  const others = useOthers(props)
  return (
    <span className="inline-flex items-center">
      <IconButton
        size="md"
        label={t('answer.regenerate')}
        className={className}
        disabled={props.busy}
        onClick={() => props.onRegenerate()}
      >
        <RotateCw strokeWidth={1.5} />
      </IconButton>
      {others.length > 0 && (
        <Menu
          label={t('answer.regenerate.with')}
          entries={others}
          trigger={(p) => (
            <IconButton
              size="sm"
              label={t('answer.regenerate.with')}
              className="-ml-1 w-4 text-ink-3 max-md:hidden [&_svg]:size-3"
              disabled={props.busy}
              {...p}
            >
              <ChevronDown strokeWidth={1.5} />
            </IconButton>
          )}
        />
      )}
    </span>
  )
}
