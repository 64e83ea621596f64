import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useT } from '@/i18n'
import { Button, IconButton } from '@/ui/button'
import type { Refusal } from '../state/model'
import { isGone } from '../state/start-over'

/**
 * Why the last request for an answer failed, and the time until it may be repeated. If the conversation no longer
 * exists, a new conversation is offered instead of a repetition.
 */
export function RefusalNotice({
  refusal,
  onRetry,
  onNew,
  onClose,
}: {
  refusal: Refusal
  onRetry: (() => void) | null
  /** Absent if no conversation can be begun here. */
  onNew?: (() => void) | null
  onClose: () => void
}) {
  const t = useT()
  const seconds = useCountdown(refusal.retryAt)
  const gone = isGone(refusal.error)
  return (
    <div className="mb-2 flex w-full max-w-[760px] items-center gap-2 rounded-md bg-seal-soft py-1.5 pr-1.5 pl-4 text-[13.5px]">
      <p role="alert" className="min-w-0 flex-1 py-1">
        {refusal.error.message || t('error.network')}
      </p>
      {gone && onNew && (
        <Button size="sm" onClick={onNew}>
          {t('chat.missing.new')}
        </Button>
      )}
      {!gone && onRetry && (
        <Button size="sm" disabled={seconds > 0} onClick={onRetry}>
          {seconds > 0 ? t('chat.retryIn', { seconds }) : t('chat.retry')}
        </Button>
      )}
      <IconButton size="md" label={t('ui.close')} onClick={onClose}>
        <X strokeWidth={1.5} />
      </IconButton>
    </div>
  )
}

function useCountdown(until: number): number {
  const left = () => Math.max(0, Math.ceil((until - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(left)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `left` depends only on `until` and the clock.
  useEffect(() => {
    setSeconds(left())
    const timer = setInterval(() => {
      setSeconds(left())
      if (left() === 0) clearInterval(timer)
    }, 500)
    return () => clearInterval(timer)
  }, [until])
  return seconds
}
