import { Ban, Check, CircleDashed, CirclePause, LoaderCircle, X } from 'lucide-react'
import { type MessageId, useT } from '@/i18n'
import { cn } from '@/lib/cn'
import type { PartState } from '../state/types'

const marks: Record<PartState, { icon: typeof Check; label: MessageId; look: string }> = {
  input: { icon: CircleDashed, label: 'answer.part.input', look: 'text-ink-3' },
  waiting: { icon: CirclePause, label: 'answer.part.waiting', look: 'text-amber' },
  running: { icon: LoaderCircle, label: 'answer.part.running', look: 'text-qing motion-safe:animate-spin' },
  done: { icon: Check, label: 'answer.part.done', look: 'text-qing' },
  failed: { icon: X, label: 'answer.part.failed', look: 'text-seal' },
  declined: { icon: Ban, label: 'answer.part.declined', look: 'text-ink-3' },
}

/**
 * The state of a part as an icon. Screen readers also get a text, unless the text is shown beside the icon (`told`).
 */
export function PartMark({ state, told }: { state: PartState; told?: boolean }) {
  const t = useT()
  const { icon: Icon, label, look } = marks[state] ?? marks.running
  return (
    <>
      <Icon aria-hidden size={15} strokeWidth={1.5} className={cn('mt-[3px] shrink-0', look)} />
      {!told && <span className="sr-only">{t(label)}</span>}
    </>
  )
}
