import { Copy, RotateCw, ThumbsDown, ThumbsUp } from 'lucide-react'
import { lazy, memo, Suspense, useState } from 'react'
import { ExportMenu } from '@/features/export'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { IconButton } from '@/ui/button'
import { Menu } from '@/ui/menu'
import { toast } from '@/ui/toast'
import { copyText } from '../state/copy'
import { plainMarkdown, plainText } from '../state/copytext'
import { type Answer, type Feedback, shown } from '../state/model'
import { answerText, type Message } from '../state/types'
import { isOffline } from '../state/use-choice'
import { Pager } from './pager'

const FeedbackDialog = lazy(() => import('./feedback'))

export interface ActionsProps {
  cid: string
  answer: Answer
  message: Message
  busy: boolean
  last: boolean
  onRegenerate: () => void
  onVersion: (at: number) => void
  onFeedback: (feedback: Feedback | null) => void
}

/** What can be done with an answer, and what made it. */
export const Actions = memo(function Actions(props: ActionsProps) {
  const t = useT()
  const { answer, message, busy, last } = props
  const version = shown(answer)
  const [asking, setAsking] = useState<1 | -1 | null>(null)
  const text = message.hidden ? '' : answerText(message)
  const copy = async (what: string) => {
    const ok = await copyText(what)
    toast(t(ok ? 'chat.copied' : 'chat.copy.failed'), { kind: ok ? 'success' : 'error' })
  }
  const judge = (type: 1 | -1) => {
    if (version.feedback?.type === type) return props.onFeedback(null)
    props.onFeedback({ type, codes: [], text: '' })
    setAsking(type)
  }
  return (
    <div className="mt-1.5 mb-4 -ml-2 flex flex-wrap items-center gap-0.5 text-ink-3">
      {text && (
        <Menu
          label={t('chat.copy')}
          entries={[
            { id: 'text', label: t('chat.copy.text'), onSelect: () => copy(plainText(text)) },
            { id: 'md', label: t('chat.copy.markdown'), onSelect: () => copy(plainMarkdown(text)) },
          ]}
          trigger={(p) => (
            <IconButton size="md" label={t('chat.copy')} className="text-ink-3" {...p}>
              <Copy strokeWidth={1.5} />
            </IconButton>
          )}
        />
      )}
      {text && <ExportMenu cid={props.cid} index={answer.index} repeatIndex={version.repeatIndex} />}
      {last && (
        <IconButton
          size="md"
          label={t('chat.regenerate')}
          className="text-ink-3"
          disabled={busy}
          onClick={props.onRegenerate}
        >
          <RotateCw strokeWidth={1.5} />
        </IconButton>
      )}
      <Pager
        label={t('chat.versions')}
        all={answer.versions.map((_, i) => i)}
        current={answer.selected}
        disabled={busy}
        onGo={props.onVersion}
      />
      {text && (
        <>
          <Thumb up pressed={version.feedback?.type === 1} label={t('chat.like')} onClick={() => judge(1)} />
          <Thumb
            pressed={version.feedback?.type === -1}
            label={t('chat.dislike')}
            onClick={() => judge(-1)}
          />
        </>
      )}
      <MadeBy message={message} />
      {asking !== null && (
        <Suspense>
          <FeedbackDialog
            type={asking}
            onClose={() => setAsking(null)}
            onSend={(codes, words) => props.onFeedback({ type: asking, codes, text: words })}
          />
        </Suspense>
      )}
    </div>
  )
})

function Thumb({
  up,
  pressed,
  label,
  onClick,
}: {
  up?: boolean
  pressed: boolean
  label: string
  onClick: () => void
}) {
  const Icon = up ? ThumbsUp : ThumbsDown
  return (
    <IconButton
      size="md"
      label={label}
      aria-pressed={pressed}
      className={cn(pressed ? 'text-qing-ink' : 'text-ink-3')}
      onClick={onClick}
    >
      <Icon strokeWidth={1.5} fill={pressed ? 'var(--qing-soft)' : 'none'} />
    </IconButton>
  )
}

/** The badge of the built-in engine, or the real id of the model that answered. */
function MadeBy({ message }: { message: Message }) {
  const t = useT()
  const modelId = message.meta?.modelId
  if (!modelId) return null
  if (isOffline(modelId)) {
    return (
      <span className="ml-2 rounded-full bg-qing-soft px-2.5 py-0.5 text-[12px] text-qing-ink">
        {t('chat.badge.offline')}
      </span>
    )
  }
  return <span className="ml-2 break-all text-[12px]">{modelId}</span>
}
