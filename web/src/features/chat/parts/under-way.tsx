import { useT } from '@/i18n'
import { Progress } from '@/ui/state'
import type { Message } from '../state/types'

/**
 * The progress bar of the current work. At 100 % the bar is hidden, because the time until the next text is
 * unknown.
 */
export function UnderWay({ message }: { message: Message }) {
  const t = useT()
  const progress = message.content.find((i) => i.type === 'progress')
  if (message.state !== 'running' || !progress || progress.value >= 1) return null
  return (
    <div className="mb-3 max-w-72 text-[13.5px] text-ink-3">
      <Progress value={progress.value} label={progress.desc || t('answer.working')} />
      {progress.desc && <p className="mt-1">{progress.desc}</p>}
    </div>
  )
}
