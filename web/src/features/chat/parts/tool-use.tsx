import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useLocale, useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { seconds } from '@/lib/format'
import type { ToolEvent } from '../state/types'
import { stateOf, titleOf } from '../state/work'
import { Consent, type OnConsent } from './consent'
import { PartMark } from './part-mark'

/** One tool call: its title and state, and, when unfolded, its input and output. */
export function ToolUse({ tool, onConsent }: { tool: ToolEvent; onConsent?: OnConsent }) {
  const t = useT()
  const locale = useLocale()
  const [choice, setChoice] = useState<boolean | null>(null)
  const inside = useId()
  const state = stateOf(tool)
  // A call that waits for consent is unfolded, so that the user sees its input.
  const open = choice ?? state === 'waiting'
  const folds = Boolean(tool.input || tool.output)
  const told = state === 'failed' ? tool.error || t('answer.part.failed') : ''
  const took = tool.ms && tool.ms >= 100 ? seconds(tool.ms, locale) : ''
  const head = (
    <>
      <PartMark state={state} told={state === 'declined' || (told !== '' && !tool.error)} />
      <span className="min-w-0 break-words text-left">
        {titleOf(tool, t)}
        {took && <span className="ml-2 text-[12px]">{t('chat.tool.took', { seconds: took })}</span>}
      </span>
    </>
  )
  return (
    <div>
      {folds ? (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={inside}
          onClick={() => setChoice(!open)}
          className="hit flex max-w-full items-start gap-2 rounded-sm transition-colors hover:text-ink-2"
        >
          {head}
          <ChevronDown
            aria-hidden
            size={14}
            strokeWidth={1.5}
            className={cn('mt-1 shrink-0 transition-transform duration-[var(--fast)]', open && 'rotate-180')}
          />
        </button>
      ) : (
        <div className="flex items-start gap-2">{head}</div>
      )}
      <div id={inside} className="ml-[23px]">
        {told && <p className="text-seal">{told}</p>}
        {state === 'declined' && <p>{t('answer.part.declined')}</p>}
        {open && folds && (
          <dl className="mt-1.5 mb-2 space-y-1.5">
            {tool.input && <Short name={t('answer.tool.input')} text={tool.input} />}
            {tool.output && <Short name={t('chat.tool.output')} text={tool.output} />}
          </dl>
        )}
        {state === 'waiting' && <Consent id={tool.id} onConsent={onConsent} />}
      </div>
    </div>
  )
}

function Short({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt className="text-[12px]">{name}</dt>
      <dd className="mt-0.5 max-h-48 overflow-y-auto whitespace-pre-wrap break-words rounded-sm bg-paper-2 px-3 py-2 text-[13px] text-ink-2 leading-[1.65]">
        {text}
      </dd>
    </div>
  )
}
