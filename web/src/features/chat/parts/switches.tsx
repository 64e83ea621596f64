import { Lightbulb, Telescope } from 'lucide-react'
import { useT } from '@/i18n'
import { useSlot } from '@/lib/slot'
import { Toggle } from '@/ui/toggle'
import type { StudySwitch } from '../state/study'
import type { ModelChoice } from '../state/use-choice'
import { SearchSwitch } from './search-switch'

/** The switches of the composer that are available: thinking, search and research. */
export function Switches({ choice, studies }: { choice: ModelChoice; studies?: StudySwitch }) {
  const t = useT()
  const search = useSlot('searchSwitch').visible
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
      {choice.canSearch && search && <SearchSwitch choice={choice} />}
      {studies?.offered && (
        <Toggle
          icon={<Telescope strokeWidth={1.5} />}
          pressed={studies.on}
          onChange={studies.set}
          aria-label={t('chat.mode.research')}
        >
          <span className="max-sm:hidden">{t('chat.mode.research')}</span>
        </Toggle>
      )}
    </>
  )
}
