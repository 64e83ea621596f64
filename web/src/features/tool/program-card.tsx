import { Check, ChevronDown, Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { useLocale, useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { IconButton } from '@/ui/button'
import { useCopy } from '@/ui/copy'

interface Program {
  title: string
  code: string
  output?: string
  result?: string
  error?: string
  ms: number
}

function programOf(data: unknown): Program | null {
  const d = data as Partial<Program> | null
  return d && typeof d.code === 'string' && typeof d.title === 'string' && typeof d.ms === 'number'
    ? (d as Program)
    : null
}

/** A program that ran in an answer, with its output, result and error; collapsed at first. */
export default function ProgramCard({ card }: { card: { data?: unknown; fallback?: string } }) {
  const t = useT()
  const locale = useLocale()
  const [open, setOpen] = useState(false)
  const inside = useId()
  const p = programOf(card.data)
  if (!p) return <p className="whitespace-pre-wrap text-[13.5px] text-ink-3">{card.fallback}</p>
  const seconds = new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 }).format(
    Math.max(p.ms, 1) / 1000,
  )
  const out = [p.output?.trimEnd(), p.result].filter(Boolean).join('\n')
  return (
    <div className="text-[13.5px]">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={inside}
        onClick={() => setOpen(!open)}
        className="flex max-w-full items-start gap-2 rounded-sm text-left transition-colors hover:text-ink-2 max-md:py-3"
      >
        <span className="min-w-0 break-words">
          {p.title}
          <span className="ml-2 text-[12px] text-ink-3">{t('chat.tool.took', { seconds })}</span>
        </span>
        <ChevronDown
          aria-hidden
          size={14}
          strokeWidth={1.5}
          className={cn('mt-1 shrink-0 transition-transform duration-[var(--fast)]', open && 'rotate-180')}
        />
      </button>
      {p.error && !open && <p className="mt-1 break-words text-seal">{p.error.split('\n')[0]}</p>}
      {!open && !p.error && out && <p className="mt-1 truncate text-ink-3">{out.split('\n')[0]}</p>}
      <div id={inside}>
        {open && (
          <div className="mt-2 space-y-2">
            <Part name={t('tool.program.code')} text={p.code} code />
            {out && <Part name={t('chat.tool.output')} text={out} code />}
            {p.error && <Part name={t('tool.program.error')} text={p.error} code />}
          </div>
        )}
      </div>
    </div>
  )
}

function Part({ name, text, code }: { name: string; text: string; code?: boolean }) {
  const t = useT()
  const [copied, copy] = useCopy()
  return (
    <div className="relative">
      <p className="text-[12px] text-ink-3">{name}</p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        style={{ paddingRight: 44 }}
        className={cn(
          'mt-0.5 max-h-80 overflow-auto whitespace-pre-wrap break-words rounded-sm bg-paper-2 px-3 py-2 text-[13px] text-ink-2 leading-[1.65]',
          code && 'font-mono',
        )}
      >
        {text}
      </pre>
      <IconButton
        size="md"
        label={t(copied ? 'ui.copied' : 'ui.copy')}
        className="absolute top-5 right-1 text-ink-3"
        onClick={() => void copy({ text })}
      >
        {copied ? <Check strokeWidth={1.75} /> : <Copy strokeWidth={1.5} />}
      </IconButton>
    </div>
  )
}
