import { memo } from 'react'
import type { MarkdownScope } from '../markdown/context'
import { Markdown } from '../markdown/lazy'
import type { Message } from '../state/types'
import { SourceCard } from './source-card'

/** The trail of a research: each block with its text and its sources. */
export const Research = memo(function Research({
  message,
  scope,
}: {
  message: Message
  scope: MarkdownScope
}) {
  const blocks = message.content.filter((i) => i.type === 'deepSearch')
  if (!blocks.length) return null
  return (
    <ol className="mb-3.5 space-y-3 border-line border-l-2 pl-3.5 text-[14px] text-ink-2">
      {blocks.map((block, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks only ever come at the end.
        <li key={i}>
          {block.title && <p className="font-medium">{block.title}</p>}
          {block.contents.map((part, j) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a block do not move.
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
})
