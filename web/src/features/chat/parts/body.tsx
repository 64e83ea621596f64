import { MessageCircleOff } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useT } from '@/i18n'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { endedAs } from '../state/ending'
import { type Conversation, shown } from '../state/model'

interface BodyProps {
  phase: string
  message: string
  onRetry: () => void
  /** Begins a new conversation in place of one that is missing. */
  onNew: () => void
  children: ReactNode
}

/** A conversation, or its loading or error state. */
export function Body({ phase, message, onRetry, onNew, children }: BodyProps) {
  const t = useT()
  if (phase === 'missing') {
    return (
      <div className="grid flex-1 place-items-center">
        <EmptyState
          icon={<MessageCircleOff strokeWidth={1.5} />}
          title={t('chat.missing')}
          text={t('chat.missing.text')}
          action={{ label: t('chat.missing.new'), onClick: onNew }}
        />
      </div>
    )
  }
  if (phase === 'failed') {
    return (
      <div className="grid flex-1 place-items-center">
        <ErrorState
          title={message || t('error.service')}
          action={{ label: t('chat.retry'), onClick: onRetry }}
        />
      </div>
    )
  }
  return phase === 'loading' ? <Loading /> : children
}

/** A placeholder for a conversation that is being loaded. */
export function Loading() {
  return (
    <div className="min-h-0 flex-1 overflow-hidden px-6 max-md:px-4" aria-busy>
      <div className="mx-auto max-w-[760px] space-y-3 pt-3">
        <Skeleton className="mb-8 ml-auto h-12 w-56 rounded-[18px]" />
        <Skeleton className="w-full" />
        <Skeleton className="w-11/12" />
        <Skeleton className="w-2/3" />
      </div>
    </div>
  )
}

/**
 * Announces to screen readers when the last answer has started, and how it has ended. A failure is an alert of its own
 * below the answer.
 */
export function Announcer({ running, chat }: { running: boolean; chat: Conversation | undefined }) {
  const t = useT()
  const was = useRef(false)
  if (running) was.current = true
  const last = chat?.turns.at(-1)
  const ended = last && endedAs(shown(last.answer).message)
  const end = ended?.failed ? '' : t(ended?.text ?? 'chat.status.done')
  return (
    <p role="status" className="sr-only">
      {running ? t('chat.status.running') : was.current ? end : ''}
    </p>
  )
}
