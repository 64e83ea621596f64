import { Lightbulb } from 'lucide-react'
import { useT } from '@/i18n'
import { Toggle } from '@/ui/toggle'
import type { ModelChoice } from '../state/use-choice'
import { SearchSwitch } from './search-switch'

/** The switches of the chosen model; one that it does not have is not there. */
export function Switches({ choice }: { choice: ModelChoice }) {
  const t = useT()
  return (
    <>
      {choice.canThink && (
        <Toggle
          icon={<Lightbulb strokeWidth={1.5} />}
          pressed={choice.think}
          onChange={(think) => choice.set({ think })}
        >
          {t('chat.think')}
        </Toggle>
      )}
      {choice.canSearch && <SearchSwitch choice={choice} />}
    </>
  )
}
