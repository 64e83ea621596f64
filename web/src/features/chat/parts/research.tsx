import { ChevronDown } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import type { MarkdownScope } from '../markdown/context'
import { Markdown } from '../markdown/lazy'
import type { DeepSearchEvent } from '../state/types'
import { PartMark } from './part-mark'
import { SourceCard } from './source-card'
import { Fold } from './work'

/** Minimum number of consecutive research blocks that are folded into one line. */
const LONG = 4

/**
 * Consecutive research blocks of an answer (a trail), with their texts and sources. A trail of LONG or more blocks is
 * folded into one line when all its blocks have ended.
 */
export const Research = memo(
  function Research({ trail, scope }: { trail: DeepSearchEvent[]; scope: MarkdownScope }) {
    const t = useT()
    const inside = useId()
    const [chosen, choose] = useState<boolean | null>(null)
    const folds = trail.length >= LONG && trail.every((b) => b.state && b.state !== 'running')
    const open = !folds || (chosen ?? false)
    return (
      <section className="mb-3.5 text-[14px] text-ink-2">
        {folds && (
          <Fold open={open} inside={inside} onToggle={() => choose(!open)}>
            {t('answer.research.trail', { count: trail.length })}
          </Fold>
        )}
        <div id={inside}>
          {open && (
            <ol className={cn('space-y-2 border-line border-l-2 pl-3.5', folds && 'mt-2')}>
              {trail.map((block, i) => (
                <TrailBlock key={block.id ?? i} block={block} scope={scope} />
              ))}
            </ol>
          )}
        </div>
      </section>
    )
  },
  (a, b) =>
    a.scope === b.scope &&
    a.trail.length === b.trail.length &&
    a.trail.every((block, i) => block === b.trail[i]),
)

function TrailBlock({ block, scope }: { block: DeepSearchEvent; scope: MarkdownScope }) {
  const inside = useId()
  const [chosen, choose] = useState<boolean | null>(null)
  const closes = block.state !== undefined && block.contents.length > 0
  const open = !closes || (chosen ?? block.state === 'running')
  const title = (
    <>
      {block.state && <PartMark state={block.state} />}
      <span className="min-w-0">{block.title}</span>
    </>
  )
  return (
    <li>
      {closes ? (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={inside}
          className="hit flex w-full items-start gap-2 text-left font-medium"
          onClick={() => choose(!open)}
        >
          {title}
          <ChevronDown
            aria-hidden
            size={15}
            strokeWidth={1.5}
            className={cn('mt-[3px] ml-auto shrink-0 text-ink-3 transition-transform', open && 'rotate-180')}
          />
        </button>
      ) : (
        (block.title || block.state) && <p className="flex items-start gap-2 font-medium">{title}</p>
      )}
      <div id={inside}>{open && <Contents block={block} scope={scope} />}</div>
    </li>
  )
}

function Contents({ block, scope }: { block: DeepSearchEvent; scope: MarkdownScope }) {
  return block.contents.map((part, j) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a block never move.
    <div key={j} className="[&_.md]:text-[14px] [&_.md]:leading-[1.75]">
      {part.msg && <Markdown text={part.msg} running={false} scope={scope} />}
      {part.docs?.map((doc) => (
        <div key={doc.index} className="my-2">
          <SourceCard doc={doc} />
        </div>
      ))}
    </div>
  ))
}
