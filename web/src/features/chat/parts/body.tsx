import { MessageCircleOff } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useT } from '@/i18n'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'

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

/** Announces to screen readers when an answer has started and when it has ended. */
export function Announcer({ running }: { running: boolean }) {
  const t = useT()
  const was = useRef(false)
  if (running) was.current = true
  return (
    <p role="status" className="sr-only">
      {running ? t('chat.status.running') : was.current ? t('chat.status.done') : ''}
    </p>
  )
}
