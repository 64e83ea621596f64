import { useEffect, useState } from 'react'
import { useT } from '@/i18n'
import { useOnline } from '@/lib/online'
import type { Activity } from '../state/model'
import { answerText, type Message } from '../state/types'

/** After TELL seconds without new content, the duration is shown; after SLOW seconds, also a text about the delay. */
const TELL = 3
const SLOW = 8

/**
 * The row below a running answer: its status, the duration of a silence, and whether the connection is lost. When the
 * answer ends, the row of actions replaces this row. Both rows have the same height, so nothing moves.
 */
export function Working({ message, activity }: { message: Message; activity: Activity | null }) {
  const t = useT()
  const online = useOnline()
  const silent = useSilence(message)
  const quiet = answerText(message) ? '' : t('answer.working')
  const text = activity?.stopping
    ? t('answer.stopping')
    : !online || activity?.link === 'reconnecting'
      ? t('answer.reconnecting')
      : silent >= SLOW
        ? [message.status, t('answer.slow')].filter(Boolean).join(' · ')
        : message.status || quiet
  return (
    <p className="mt-1.5 mb-4 flex h-8 items-center gap-2.5 text-[14px] text-ink-3 max-md:h-11">
      <span aria-hidden className="pulse size-1.5 shrink-0 rounded-full bg-qing" />
      {text}
      {silent >= TELL && (
        <span aria-hidden className="tabular-nums">
          {t('answer.waited', { seconds: silent })}
        </span>
      )}
    </p>
  )
}

/** Seconds since the last change of the message's content. */
function useSilence(message: Message): number {
  const [seconds, setSeconds] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the content restarts the count.
  useEffect(() => {
    const since = Date.now()
    setSeconds(0)
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - since) / 1000)), 1000)
    return () => clearInterval(timer)
  }, [message.content])
  return seconds
}
