import { X } from 'lucide-react'
import { useState } from 'react'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { Button, IconButton } from '@/ui/button'
import { useGeneral } from '../queries'

/** Maximum length of a feedback text, in characters. */
const MAX_TEXT = 500

export interface ReasonsProps {
  onClose: () => void
  onSend: (codes: string[], text: string) => void
}

/** Asks why an answer is not good. The rating was already sent, and is kept if the user gives no reason. */
export default function Reasons({ onClose, onSend }: ReasonsProps) {
  const t = useT()
  const groups = useGeneral().feedbackCodeConfigV2?.textToText?.filter((g) => g.type === -1) ?? []
  const [codes, setCodes] = useState<string[]>([])
  const [text, setText] = useState('')
  const [sent, setSent] = useState(false)
  const title = groups[0]?.title ?? t('answer.feedback.why')
  const toggle = (code: string) =>
    setCodes((now) => (now.includes(code) ? now.filter((c) => c !== code) : [...now, code]))
  if (sent)
    return (
      <p role="status" className="fade-in mt-2 text-[13px] text-ink-3">
        {t('answer.feedback.thanks')}
      </p>
    )
  return (
    <section
      aria-label={title}
      className="fade-in mt-2 max-w-[560px] rounded-md border border-line bg-surface py-2.5 pr-2.5 pl-4"
    >
      <div className="flex items-center">
        <h4 className="flex-1 text-[13.5px] text-ink-2">{title}</h4>
        <IconButton size="sm" label={t('ui.close')} onClick={onClose}>
          <X strokeWidth={1.5} />
        </IconButton>
      </div>
      <div className="mt-2 flex flex-wrap gap-2 max-md:gap-y-3">
        {groups.flatMap((g) =>
          Object.entries(g.codeMap).map(([code, title]) => (
            <button
              key={code}
              type="button"
              aria-pressed={codes.includes(code)}
              onClick={() => toggle(code)}
              className={cn(
                'hit h-8 rounded-full border border-line px-3 text-[13px] text-ink-2 transition-colors hover:bg-hover',
                codes.includes(code) && 'border-transparent bg-qing-soft text-qing-ink hover:bg-qing-soft',
              )}
            >
              {title}
            </button>
          )),
        )}
      </div>
      <form
        className="mt-2.5 flex items-end gap-2 pr-1.5"
        onSubmit={(e) => {
          e.preventDefault()
          onSend(codes, text.trim())
          setSent(true)
        }}
      >
        <input
          value={text}
          maxLength={MAX_TEXT}
          aria-label={t('answer.feedback.text')}
          placeholder={t('answer.feedback.text')}
          onChange={(e) => setText(e.target.value)}
          className="h-9 min-w-0 flex-1 rounded-sm border border-line bg-paper px-3 text-[14px] outline-none focus-visible:border-qing max-md:h-11 max-md:text-[16px]"
        />
        <Button type="submit" kind="primary" className="max-md:h-11" disabled={!codes.length && !text.trim()}>
          {t('answer.feedback.send')}
        </Button>
      </form>
    </section>
  )
}
