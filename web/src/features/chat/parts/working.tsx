import { useT } from '@/i18n'
import { useOnline } from '@/lib/online'
import type { Activity } from '../state/model'
import { answerText, type Message } from '../state/types'

/**
 * The row below a running answer: what is being done until words come, and
 * whether the line is down. It is as high as the row of actions that takes its
 * place, so that nothing moves at the end.
 */
export function Working({ message, activity }: { message: Message; activity: Activity | null }) {
  const t = useT()
  const online = useOnline()
  const quiet = answerText(message) || message.content.length ? '' : t('chat.working')
  const text = activity?.stopping
    ? t('chat.stopping')
    : !online || activity?.link === 'reconnecting'
      ? t('chat.reconnecting')
      : message.status || quiet
  return (
    <p className="mt-1.5 mb-4 flex h-8 items-center gap-2.5 text-[14px] text-ink-3">
      <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-qing" />
      {text}
    </p>
  )
}
