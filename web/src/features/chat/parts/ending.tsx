import { CirclePause, TriangleAlert } from 'lucide-react'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { Button } from '@/ui/button'
import { endedAs } from '../state/ending'
import type { Message } from '../state/types'

export interface EndingProps {
  message: Message
  /** Whether another answer is running; the offered step is then disabled. */
  busy: boolean
  /** Whether this is the last answer of the conversation; only the last answer can be continued. */
  last: boolean
  onContinue: () => void
  onRegenerate: () => void
}

/** Explains below an answer why it did not end normally, and offers the next step. */
export function Ending({ message, busy, last, onContinue, onRegenerate }: EndingProps) {
  const t = useT()
  const { text, failed, step } = endedAs(message)
  if (!text) return null
  const said = failed && message.errorMsg ? message.errorMsg : t(text)
  const next = step === 'goOn' && !last ? 'none' : step
  return (
    <div
      role={failed ? 'alert' : undefined}
      className={cn(
        'mt-1 mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-[14px]',
        failed ? 'rounded-md bg-seal-soft py-2 pr-2 pl-3.5 text-ink' : 'text-ink-3',
      )}
    >
      {failed ? (
        <TriangleAlert aria-hidden size={16} strokeWidth={1.5} className="shrink-0 text-seal" />
      ) : (
        <CirclePause aria-hidden size={16} strokeWidth={1.5} className="shrink-0" />
      )}
      <span className="min-w-0 flex-1 basis-48">{said}</span>
      {next !== 'none' && (
        <Button size="sm" disabled={busy} onClick={next === 'goOn' ? onContinue : onRegenerate}>
          {t(next === 'goOn' ? 'answer.continue' : 'chat.retry')}
        </Button>
      )}
    </div>
  )
}
