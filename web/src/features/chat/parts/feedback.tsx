import { useState } from 'react'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { useGeneral } from '../queries'

/** Longest free text of a feedback, in characters. */
const MAX_TEXT = 500

export interface FeedbackProps {
  type: 1 | -1
  onClose: () => void
  onSend: (codes: string[], text: string) => void
}

/** Asks for the reasons of a like or dislike. The judgement itself is already kept. */
export default function FeedbackDialog({ type, onClose, onSend }: FeedbackProps) {
  const t = useT()
  const groups = useGeneral().feedbackCodeConfigV2?.textToText?.filter((g) => g.type === type) ?? []
  const [codes, setCodes] = useState<string[]>([])
  const [text, setText] = useState('')
  const toggle = (code: string) =>
    setCodes((now) => (now.includes(code) ? now.filter((c) => c !== code) : [...now, code]))
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={groups[0]?.title ?? t(type === 1 ? 'chat.like' : 'chat.dislike')}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t('chat.feedback.skip')}
          </Button>
          <Button
            kind="primary"
            disabled={!codes.length && !text.trim()}
            onClick={() => {
              onSend(codes, text.trim())
              onClose()
            }}
          >
            {t('chat.feedback.send')}
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap gap-2">
        {groups.flatMap((g) =>
          Object.entries(g.codeMap).map(([code, title]) => (
            <button
              key={code}
              type="button"
              aria-pressed={codes.includes(code)}
              onClick={() => toggle(code)}
              className={cn(
                'hit h-9 rounded-full border border-line px-3.5 text-[13.5px] text-ink-2 transition-colors hover:bg-hover',
                codes.includes(code) && 'border-transparent bg-qing-soft text-qing-ink hover:bg-qing-soft',
              )}
            >
              {title}
            </button>
          )),
        )}
      </div>
      <textarea
        value={text}
        rows={3}
        maxLength={MAX_TEXT}
        aria-label={t('chat.feedback.text')}
        placeholder={t('chat.feedback.text')}
        onChange={(e) => setText(e.target.value)}
        className="mt-3 block w-full resize-none rounded-md border border-line bg-paper px-3 py-2 text-[16px] leading-[1.6] outline-none focus-visible:border-qing"
      />
    </Dialog>
  )
}
