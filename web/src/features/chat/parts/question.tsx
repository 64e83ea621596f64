import { Check, Copy, Pencil } from 'lucide-react'
import { memo, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useT, withCatalogue } from '@/i18n'
import { useComposition } from '@/lib/ime'
import { lazy } from '@/lib/lazy'
import { isTouch } from '@/lib/platform'
import { usePrefs } from '@/lib/prefs'
import { Button, IconButton } from '@/ui/button'
import { useCopy } from '@/ui/copy'
import type { Question as Asked } from '../state/model'
import type { StepEvent } from '../state/types'
import { sends } from './composer'
import { Pager } from './pager'
import { ShareCards, withoutTokens } from './share-cards'

const QuestionFiles = lazy(
  withCatalogue('document', async () => ({ default: (await import('@/features/document')).QuestionFiles })),
)

const QuestionLinks = lazy(() => import('./question-links'))

export interface QuestionProps {
  question: Asked
  /** The answer's steps that read the question's links. */
  links: readonly StepEvent[]
  editing: boolean
  /** Whether the question can be edited; false, for example, while an answer is running. */
  editable: boolean
  onEdit: () => void
  onCancel: () => void
  onAsk: (text: string) => void
  onBranch: (index: number) => void
}

/** A question: a bubble on the right, with a pager for its variants. */
export const Question = memo(function Question(props: QuestionProps) {
  const t = useT()
  const { question, editing, editable } = props
  const [copied, copy] = useCopy()
  const edit = useFocusAfter(editing)
  if (question.hidden)
    return <p className="mb-7 text-right text-[13px] text-ink-3">{t('answer.question.hidden')}</p>
  const pasted = withoutTokens(question.text)
  return (
    <div className="group/q flex flex-col items-end">
      <h2 className="sr-only">{t('answer.you')}</h2>
      {question.author && <p className="mb-1 text-[12px] text-ink-3">{question.author}</p>}
      {question.files.length > 0 && (
        <Suspense fallback={<div className="mb-2 h-[58px]" />}>
          <QuestionFiles files={question.files} />
        </Suspense>
      )}
      {editing ? (
        <Editor
          text={question.text}
          withFiles={question.files.length > 0}
          onCancel={props.onCancel}
          onAsk={props.onAsk}
        />
      ) : pasted.text ? (
        <p
          dir="auto"
          className="sized w-fit max-w-[80%] whitespace-pre-wrap rounded-[18px] rounded-br-[4px] bg-qing-soft px-4 py-[11px] text-[16px] leading-[1.65] max-md:max-w-[88%]"
        >
          {pasted.text}
        </p>
      ) : null}
      {!editing && <ShareCards shares={pasted.shares} />}
      {!editing && props.links.length > 0 && (
        <Suspense fallback={<div className="h-11" />}>
          <QuestionLinks steps={props.links} />
        </Suspense>
      )}
      {!editing && (
        <div className="mt-0.5 flex h-8 items-center text-ink-3 max-md:h-11">
          <div className="flex opacity-0 transition group-focus-within/q:opacity-100 group-hover/q:opacity-100 max-md:opacity-100 pointer-coarse:opacity-100">
            {question.text && (
              <IconButton
                size="md"
                label={t(copied ? 'chat.copied' : 'answer.copy')}
                className="text-ink-3 max-md:size-11"
                onClick={() => void copy({ text: question.text })}
              >
                {copied ? <Check strokeWidth={1.75} /> : <Copy strokeWidth={1.5} />}
              </IconButton>
            )}
            {editable && (
              <IconButton
                ref={edit}
                size="md"
                label={t('answer.edit')}
                className="text-ink-3 max-md:size-11"
                onClick={props.onEdit}
              >
                <Pencil strokeWidth={1.5} />
              </IconButton>
            )}
          </div>
          <Pager
            label={t('answer.branches')}
            all={question.siblings}
            current={question.index}
            disabled={!editable}
            onGo={props.onBranch}
          />
        </div>
      )}
    </div>
  )
})

/**
 * When the editor closes and no element has the focus, the focus returns to where it was before: for example to the
 * composer, or to the edit button, which the editor had replaced. Returns the ref for that button.
 */
function useFocusAfter(editing: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const from = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const at = document.activeElement
    if (editing) {
      from.current = at
      return
    }
    const to = from.current
    from.current = null
    if (!to || at !== document.body) return
    const back = to !== at && to.isConnected && to instanceof HTMLElement ? to : button.current
    back?.focus({ preventScroll: true })
  }, [editing])
  return button
}

function Editor({
  text,
  withFiles,
  onCancel,
  onAsk,
}: {
  text: string
  /** Whether the question has files; its text may then be empty. */
  withFiles: boolean
  onCancel: () => void
  onAsk: (text: string) => void
}) {
  const t = useT()
  const [value, setValue] = useState(text)
  const { guard, props: composition } = useComposition()
  const sendKey = usePrefs((s) => s.sendKey)
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const el = box.current
    el?.focus()
    el?.setSelectionRange(el.value.length, el.value.length)
  }, [])
  const ready = withFiles || value.trim() !== ''
  const ask = () => ready && onAsk(value.trim())
  return (
    <div className="mb-6 w-full rounded-lg border border-line bg-surface p-3 pl-[18px] shadow-card transition-colors focus-within:border-[color-mix(in_oklch,var(--qing)_55%,var(--line))]">
      <textarea
        ref={box}
        dir="auto"
        value={value}
        rows={2}
        aria-label={t('answer.edit')}
        className="field-sizing-content block max-h-[40dvh] w-full resize-none bg-transparent text-[16px] leading-[1.65] outline-none"
        onChange={(e) => setValue(e.target.value)}
        onKeyDown={(e) => {
          if (guard.owns(e)) return
          if (e.key === 'Escape') {
            e.stopPropagation()
            onCancel()
          } else if (sends(e, sendKey, isTouch())) {
            e.preventDefault()
            ask()
          }
        }}
        {...composition}
      />
      <div className="mt-2 flex items-center justify-end gap-2">
        <p className="mr-auto text-[12.5px] text-ink-3">{t('answer.edit.note')}</p>
        <Button size="sm" kind="ghost" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
        <Button size="sm" kind="primary" disabled={!ready} onClick={ask}>
          {t('chat.send')}
        </Button>
      </div>
    </div>
  )
}
