import { Check } from 'lucide-react'
import { memo } from 'react'
import { useT } from '@/i18n'
import { Progress } from '@/ui/state'
import type { Message } from '../state/types'

/** How an answer was made: its steps, and how far the work under way is. */
export const Steps = memo(function Steps({ message }: { message: Message }) {
  const t = useT()
  const steps = message.content.filter((i) => i.type === 'step')
  const progress = message.content.find((i) => i.type === 'progress')
  // A piece of work that is done has no bar: what comes next may take its time.
  const running = message.state === 'running' && progress !== undefined && progress.value < 1
  if (!steps.length && !running) return null
  return (
    <div className="mb-3 text-[13.5px] text-ink-3">
      {steps.length > 0 && (
        <ul aria-label={t('chat.steps')} className="space-y-1">
          {steps.map((step, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps only ever come at the end.
            <li key={i} className="flex items-start gap-2">
              <Check aria-hidden size={15} strokeWidth={1.5} className="mt-[3px] shrink-0 text-qing" />
              {step.msg}
            </li>
          ))}
        </ul>
      )}
      {running && (
        <div className="mt-2 max-w-72">
          <Progress value={progress.value} label={progress.desc || t('chat.working')} />
          {progress.desc && <p className="mt-1">{progress.desc}</p>}
        </div>
      )}
    </div>
  )
})
