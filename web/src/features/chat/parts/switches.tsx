import { Globe, Lightbulb } from 'lucide-react'
import { useT } from '@/i18n'
import { Toggle } from '@/ui/toggle'
import type { ModelChoice } from '../state/use-choice'

/** The switches of the chosen model; one that it does not have is not there. */
export function Switches({ choice }: { choice: ModelChoice }) {
  const t = useT()
  const { canThink, canSearch, searchSource } = choice
  return (
    <>
      {canThink && (
        <Toggle
          icon={<Lightbulb strokeWidth={1.5} />}
          pressed={choice.think}
          onChange={(think) => choice.set({ think })}
        >
          {t('chat.think')}
        </Toggle>
      )}
      {canSearch && searchSource.on && (
        <Toggle
          icon={<Globe strokeWidth={1.5} />}
          pressed={choice.search}
          onChange={(search) => choice.set({ search })}
        >
          {t('chat.search')}
        </Toggle>
      )}
    </>
  )
}
