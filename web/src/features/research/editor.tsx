import { ArrowDown, ArrowUp, Plus, Telescope, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { errorText } from '@/api'
import { useT } from '@/i18n'
import { useComposition } from '@/lib/ime'
import { Button, IconButton } from '@/ui/button'
import { Input, Textarea } from '@/ui/field'
import { type Study, saveOutline } from './calls'
import { added, type Draft, draftsOf, MAX_LINE, MAX_LINES, MAX_TITLE, moved, removed, textsOf } from './lines'

/** Delay between the last change and saving the outline, in ms. */
const SAVE = 700

interface EditorProps {
  study: Study
  byRules: boolean
  busy: boolean
  onStart: (outline: { title: string; questions: string[] }) => void
}

/**
 * The editor of the outline: lines can be edited, moved, removed and added, also with keys. Changes are saved
 * automatically while there is at least one question.
 */
export function Editor({ study, byRules, busy, onStart }: EditorProps) {
  const t = useT()
  const [title, setTitle] = useState(study.title)
  const [lines, setLines] = useState<readonly Draft[]>(() => draftsOf(study.questions))
  const [problem, setProblem] = useState('')
  const [focus, setFocus] = useState('')
  const outline = { title: title.trim(), questions: textsOf(lines) }
  const signed = JSON.stringify(outline)
  const saved = useRef(signed)
  const ready = outline.questions.length > 0

  useEffect(() => {
    if (signed === saved.current || !ready) return
    const timer = setTimeout(() => {
      saveOutline(study.researchId, JSON.parse(signed)).then(
        () => {
          saved.current = signed
          setProblem('')
        },
        (err) => setProblem(errorText(err) ?? t('error.service')),
      )
    }, SAVE)
    return () => clearTimeout(timer)
  }, [signed, ready, study.researchId, t])

  const edit = (next: readonly Draft[], key = '') => {
    setLines(next)
    setFocus(key)
  }
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault()
        if (ready && !busy) onStart(outline)
      }}
    >
      <Input
        value={title}
        maxLength={MAX_TITLE}
        aria-label={t('research.title')}
        className="font-medium"
        onChange={(e) => setTitle(e.target.value)}
        onKeyDown={(e) => e.key === 'Enter' && e.preventDefault()}
      />
      {byRules && <p className="mt-2 text-[12.5px] text-ink-3">{t('research.byRules')}</p>}
      <ol aria-label={t('research.outline')} className="mt-2.5 space-y-1.5">
        {lines.map((line, i) => (
          <Row
            key={line.key}
            line={line}
            number={i + 1}
            count={lines.length}
            focused={focus === line.key}
            onText={(text) => edit(lines.map((l, k) => (k === i ? { ...l, text } : l)))}
            onMove={(by) => edit(moved(lines, i, by), line.key)}
            onRemove={() => edit(removed(lines, i), (lines[i - 1] ?? lines[i + 1])?.key)}
            onAdd={() => {
              const next = added(lines, i)
              edit(next, next[i + 1]?.key)
            }}
          />
        ))}
      </ol>
      <div className="mt-2.5 flex flex-wrap items-center gap-2.5">
        <Button
          kind="ghost"
          size="sm"
          className="max-md:h-11"
          disabled={lines.length >= MAX_LINES}
          onClick={() => {
            const next = added(lines, lines.length - 1)
            edit(next, next.at(-1)?.key)
          }}
        >
          <Plus strokeWidth={1.5} />
          {t('research.add')}
        </Button>
        <Button
          type="submit"
          kind="primary"
          className="ml-auto max-md:h-11 max-md:w-full"
          disabled={!ready || busy}
        >
          <Telescope strokeWidth={1.5} />
          {t('research.start')}
        </Button>
      </div>
      <p role={problem ? 'alert' : undefined} className="mt-2 text-[12.5px] text-ink-3">
        {problem || t('research.hint')}
      </p>
    </form>
  )
}

interface RowProps {
  line: Draft
  number: number
  count: number
  focused: boolean
  onText: (text: string) => void
  onMove: (by: number) => void
  onRemove: () => void
  onAdd: () => void
}

/**
 * One line of the outline. Enter adds a line, Ctrl/⌘ Enter submits the outline, Alt with an arrow up
 * or down moves the line, and Backspace removes the line if it is empty and not the only one.
 */
function Row({ line, number, count, focused, onText, onMove, onRemove, onAdd }: RowProps) {
  const t = useT()
  const box = useRef<HTMLTextAreaElement>(null)
  const { guard, props: composition } = useComposition()
  useEffect(() => {
    if (focused) box.current?.focus()
  }, [focused])
  const onKeyDown = (e: KeyboardEvent<HTMLTextAreaElement>) => {
    if (guard.owns(e)) return
    const up = e.key === 'ArrowUp'
    if (e.altKey && (up || e.key === 'ArrowDown')) {
      e.preventDefault()
      onMove(up ? -1 : 1)
    } else if (e.key === 'Enter' && !e.ctrlKey && !e.metaKey) {
      e.preventDefault()
      onAdd()
    } else if (e.key === 'Enter') {
      e.preventDefault()
      e.currentTarget.form?.requestSubmit()
    } else if (e.key === 'Backspace' && line.text === '' && count > 1) {
      e.preventDefault()
      onRemove()
    }
  }
  return (
    <li className="flex items-start gap-1 rounded-sm border border-line bg-paper pl-2.5 focus-within:border-qing max-md:flex-wrap">
      <span aria-hidden className="pt-2 text-[13px] text-ink-3 tabular-nums">
        {number}
      </span>
      <Textarea
        ref={box}
        rows={1}
        value={line.text}
        maxLength={MAX_LINE}
        aria-label={t('research.question', { number })}
        className="min-w-0 flex-1 px-1.5 py-1.5 text-[14px] leading-[1.6] max-md:text-base"
        onChange={(e) => onText(e.target.value.replace(/\n/g, ' '))}
        onKeyDown={onKeyDown}
        {...composition}
      />
      <span className="ml-auto flex shrink-0 gap-0.5 p-1">
        <IconButton
          size="sm"
          label={t('research.up', { number })}
          keys="Alt ↑"
          disabled={number === 1}
          onClick={() => onMove(-1)}
        >
          <ArrowUp strokeWidth={1.5} />
        </IconButton>
        <IconButton
          size="sm"
          label={t('research.down', { number })}
          keys="Alt ↓"
          disabled={number === count}
          onClick={() => onMove(1)}
        >
          <ArrowDown strokeWidth={1.5} />
        </IconButton>
        <IconButton
          size="sm"
          label={t('research.remove', { number })}
          disabled={count === 1}
          onClick={onRemove}
        >
          <Trash2 strokeWidth={1.5} />
        </IconButton>
      </span>
    </li>
  )
}
