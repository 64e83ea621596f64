import { ChevronDown, ListChecks } from 'lucide-react'
import { memo, type ReactNode, useId, useState } from 'react'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import type { Row } from '../state/blocks'
import { showSources } from '../state/sources'
import { type Branch, branchesOf, isOver, stateOf, sumOf, titleOf } from '../state/work'
import type { OnConsent } from './consent'
import { PartMark } from './part-mark'
import { SourceSigns } from './source-strip'
import { ToolUse } from './tool-use'

export interface WorkProps {
  rows: readonly Row[]
  /** Whether something follows the work, or the answer has ended: the work may then be folded. */
  passed: boolean
  onConsent?: OnConsent
}

/**
 * Consecutive steps and tool calls. They are shown while they run. Two or more rows are folded into one line when all
 * rows have ended and the answer continues or ends.
 */
export const Work = memo(
  function Work({ rows, passed, onConsent }: WorkProps) {
    const t = useT()
    const [choice, setChoice] = useState<boolean | null>(null)
    const inside = useId()
    const busy = rows.some((row) => !isOver(stateOf(row)))
    const folds = rows.length > 1 && passed && !busy
    const open = !folds || (choice ?? false)
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
      <div role="group" aria-label={t('answer.steps')} className="mb-3.5 text-[13.5px] text-ink-3">
        {folds && (
          <Fold open={open} inside={inside} onToggle={() => setChoice(!open)}>
            {sumOf(rows, {}, t)}
          </Fold>
        )}
        <div id={inside} className={cn(folds && open && 'mt-2')}>
          {open && <Rows branches={branchesOf(rows)} depth={0} onConsent={onConsent} />}
        </div>
      </div>
    )
  },
  (a, b) =>
    a.passed === b.passed &&
    a.onConsent === b.onConsent &&
    a.rows.length === b.rows.length &&
    a.rows.every((row, i) => row === b.rows[i]),
)

interface FoldProps {
  open: boolean
  /** The id of the element to fold and unfold. */
  inside: string
  onToggle: () => void
  children: ReactNode
}

/** A button that summarises work and folds or unfolds it. */
export function Fold({ open, inside, onToggle, children }: FoldProps) {
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={inside}
      onClick={onToggle}
      className="flex min-w-0 items-start gap-2 rounded-sm text-left transition-colors hover:text-ink-2 max-md:py-3"
    >
      <ListChecks aria-hidden size={15} strokeWidth={1.5} className="mt-[3px] shrink-0" />
      <span className="min-w-0">{children}</span>
      <ChevronDown
        aria-hidden
        size={14}
        strokeWidth={1.5}
        className={cn('mt-1 shrink-0 transition-transform duration-[var(--fast)]', open && 'rotate-180')}
      />
    </button>
  )
}

/** Maximum indent, in levels; deeper rows are indented by this many levels. */
const DEEPEST = 3

export function Rows({
  branches,
  depth,
  onConsent,
}: {
  branches: Branch[]
  depth: number
  onConsent?: OnConsent
}) {
  return (
    <ul className={cn('space-y-1', depth > 0 && 'mt-1', depth > 0 && depth <= DEEPEST && 'ml-[23px]')}>
      {branches.map(({ row, inner }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are only appended.
        <li key={i}>
          {row.type === 'tool' ? <ToolUse tool={row} onConsent={onConsent} /> : <StepRow row={row} />}
          {inner.length > 0 && <Rows branches={inner} depth={depth + 1} onConsent={onConsent} />}
        </li>
      ))}
    </ul>
  )
}

function StepRow({ row }: { row: Row }) {
  const t = useT()
  const detail = row.type === 'step' ? row.detail : ''
  const docs = (row.type === 'step' && row.docs) || []
  return (
    <div className="flex items-start gap-2">
      <PartMark state={stateOf(row)} />
      <p className="min-w-0 break-words">
        {titleOf(row, t)}
        {detail && <span className="ml-2 text-[12.5px]">{detail}</span>}
      </p>
      {docs.length > 0 && (
        <button
          type="button"
          data-tip={t('answer.sources.found', { count: docs.length })}
          className="hit shrink-0 rounded-full p-0.5 transition-colors hover:bg-hover"
          onClick={() => showSources(docs)}
        >
          <span className="sr-only">{t('answer.sources.found', { count: docs.length })}</span>
          <SourceSigns docs={docs} />
        </button>
      )}
    </div>
  )
}
