import { memo } from 'react'
import type { MarkdownScope } from '../markdown/context'
import { Markdown } from '../markdown/lazy'
import type { DeepSearchEvent } from '../state/types'
import { PartMark } from './part-mark'
import { SourceCard } from './source-card'

/** The trail of a research: each block with its text and its sources. */
export const Research = memo(
  function Research({ trail, scope }: { trail: DeepSearchEvent[]; scope: MarkdownScope }) {
    return (
      <ol className="mb-3.5 space-y-3 border-line border-l-2 pl-3.5 text-[14px] text-ink-2">
        {trail.map((block, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks only ever come at the end.
          <li key={i}>
            {(block.title || block.state) && (
              <p className="flex items-start gap-2 font-medium">
                {block.state && <PartMark state={block.state} />}
                {block.title}
              </p>
            )}
            {block.contents.map((part, j) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the contents of a block do not move.
              <div key={j} className="[&_.md]:text-[14px] [&_.md]:leading-[1.75]">
                {part.msg && <Markdown text={part.msg} running={false} scope={scope} />}
                {part.docs?.map((doc) => (
                  <div key={doc.index} className="my-2">
                    <SourceCard doc={doc} />
                  </div>
                ))}
              </div>
            ))}
          </li>
        ))}
      </ol>
    )
  },
  (a, b) =>
    a.scope === b.scope &&
    a.trail.length === b.trail.length &&
    a.trail.every((block, i) => block === b.trail[i]),
)
