import { useId, useState } from 'react'
import { useT } from '@/i18n'
import type { Block } from '../state/blocks'
import { showSources } from '../state/sources'
import type { Doc } from '../state/types'
import { branchesOf, isOver, sourcesOf, stateOf, sumOf } from '../state/work'
import type { OnConsent } from './consent'
import { SourceSigns } from './source-strip'
import { Thoughts, thoughtSeconds } from './think'
import { Fold, Rows } from './work'

/** Blocks that can be folded: thinking and work above the text of an answer. */
type Head = Extract<Block, { kind: 'think' | 'work' }>

const folds = (b: Block): b is Head => b.kind === 'think' || b.kind === 'work'

/**
 * The blocks of thinking and work above the text; they are folded into one line together with the sources. The list is
 * empty in three cases:
 * - The answer runs, and nothing follows the blocks yet.
 * - A step or tool call has not ended.
 * - At most one kind is present: thinking, work or sources. This kind then has a line of its own.
 */
export function headOf(blocks: readonly Block[], docs: readonly Doc[], running: boolean): Head[] {
  const end = blocks.findIndex((b) => !folds(b))
  const head = blocks.slice(0, end < 0 ? blocks.length : end).filter(folds)
  const passed = head.length < blocks.length || !running
  const busy = head.some((b) => b.kind === 'work' && b.rows.some((row) => !isOver(stateOf(row))))
  const kinds = new Set(head.map((b) => b.kind)).size + (docs.length ? 1 : 0)
  return passed && !busy && kinds > 1 ? head : []
}

export interface ProcessProps {
  head: readonly Head[]
  docs: readonly Doc[]
  onConsent?: OnConsent
}

/** The thinking, work and sources of an answer as one folded line. A button beside the line lists the sources. */
export function Process({ head, docs, onConsent }: ProcessProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const inside = useId()
  const rows = head.flatMap((b) => (b.kind === 'work' ? b.rows : []))
  const thoughts = head.flatMap((b) => (b.kind === 'think' ? [b.part] : []))
  const seconds = thoughts.reduce(
    (sum, part) => sum + ((part.type === 'think' && thoughtSeconds(part.title ?? '')) || 0),
    0,
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div role="group" aria-label={t('answer.steps')} className="mb-3 text-[13.5px] text-ink-3">
      <div className="flex items-center gap-3">
        <Fold open={open} inside={inside} onToggle={() => setOpen(!open)}>
          {sumOf(rows, { docs, thought: thoughts.length > 0, seconds }, t)}
        </Fold>
        {docs.length > 0 && (
          <button
            type="button"
            data-tip={sourcesOf(docs, t)}
            className="hit shrink-0 rounded-full p-0.5 transition-colors hover:bg-hover"
            onClick={() => showSources(docs)}
          >
            <span className="sr-only">{sourcesOf(docs, t)}</span>
            <SourceSigns docs={docs} />
          </button>
        )}
      </div>
      <div id={inside}>
        {open &&
          head.map((b) => (
            <div key={b.key} className="mt-2">
              {b.kind === 'work' ? (
                <Rows branches={branchesOf(b.rows)} depth={0} onConsent={onConsent} />
              ) : (
                <Thoughts text={b.part.type === 'think' ? b.part.content : b.part.msg} running={false} />
              )}
            </div>
          ))}
      </div>
    </div>
  )
}
