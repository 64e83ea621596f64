import { useT } from '@/i18n'
import type { Activity } from '../state/model'
import { answerText, type Message } from '../state/types'

/** The status row of a running answer: what is being done until words come, and whether the line is down. */
export function Working({ message, activity }: { message: Message; activity: Activity | null }) {
  const t = useT()
  if (activity?.stopping) return <Row text={t('chat.stopping')} />
  if (activity?.link === 'reconnecting') return <Row text={t('chat.reconnecting')} />
  if (message.status) return <Row text={message.status} />
  if (answerText(message) || message.content.length) return null
  return <Row text={t('chat.working')} />
}

function Row({ text }: { text: string }) {
  return (
    <p className="mb-3 flex items-center gap-2.5 text-[14px] text-ink-3">
      <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-qing" />
      {text}
    </p>
  )
}
