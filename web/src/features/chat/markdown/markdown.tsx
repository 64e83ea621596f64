import { cjk } from '@streamdown/cjk'
import { type ComponentProps, memo, useId, useMemo, useRef } from 'react'
import ReactMarkdown, { type Components, type Options } from 'react-markdown'
import remarkMath from 'remark-math'
import { useT } from '@/i18n'
import { BlankSlot, remarkBlanks } from './blank'
import { Budget } from './bounds'
import { rehypeCaret } from './caret'
import { Code, Pre } from './code'
import { Growing, type MarkdownScope, Scope } from './context'
import { presentable } from './hold'
import { remarkInlineHtml } from './inline-html'
import { safeUrl } from './links'
import { rehypeGlue, remarkCitations, remarkGfm } from './marks'
import { normalise } from './normalise'
import { Anchor, CiteChip, Img, Table, TaskBox } from './parts'
import { needsWhole, Splitter } from './split'
import './markdown.css'

const remarkPlugins: Options['remarkPlugins'] = [
  ...cjk.remarkPluginsBefore,
  remarkGfm,
  ...cjk.remarkPluginsAfter,
  remarkMath,
  remarkInlineHtml,
  remarkCitations,
  remarkBlanks,
]
const rehypePlugins: Options['rehypePlugins'] = [rehypeGlue]
const growingPlugins: Options['rehypePlugins'] = [rehypeGlue, rehypeCaret]
const components = {
  a: Anchor,
  img: Img,
  table: Table,
  input: TaskBox,
  pre: Pre,
  code: Code,
  'cite-chip': CiteChip,
  'blank-slot': BlankSlot,
  h2: Heading,
} as Components

/** A level-2 heading without an id: otherwise the footnote headings of all answers would have the same id. */
function Heading({ id: _, node: __, ...props }: ComponentProps<'h2'> & { node?: unknown }) {
  return <h2 {...props} />
}

const REPLACE = /^@replace=([\w-]{1,128})$/

function transform(url: string): string {
  return REPLACE.test(url) || url.startsWith('#') || safeUrl(url) ? url : ''
}

interface BlockProps {
  text: string
  /** Whether more text will be appended. */
  growing: boolean
  /** Whether the text may end in the middle of a construct, which is then closed or held back. */
  open: boolean
}

const BlockView = memo(function BlockView({ text, growing, open }: BlockProps) {
  const t = useT()
  const id = useId()
  const options = useMemo(
    () => ({
      clobberPrefix: `${id}-`,
      footnoteLabel: t('chat.footnotes'),
      footnoteBackLabel: t('chat.footnote.back'),
    }),
    [id, t],
  )
  return (
    <Growing value={growing}>
      <ReactMarkdown
        remarkPlugins={remarkPlugins}
        rehypePlugins={growing ? growingPlugins : rehypePlugins}
        components={components}
        urlTransform={transform}
        remarkRehypeOptions={options}
      >
        {normalise(open ? presentable(text) : text)}
      </ReactMarkdown>
    </Growing>
  )
})

export interface MarkdownProps {
  text: string
  /** Whether more text will be appended. */
  running: boolean
  /** Whether the text is incomplete: stopped, cut or failed. */
  partial?: boolean
  scope: MarkdownScope
}

/**
 * A text of an answer. While the text grows, only its last block is rendered again. A finished text whose parts refer
 * to each other is rendered as a whole, if the limits allow it.
 */
export default function Markdown({ text, running, partial = false, scope }: MarkdownProps) {
  const splitter = useRef<Splitter>(null)
  splitter.current ??= new Splitter()
  const blocks = useMemo(() => {
    // If the whole text exceeds the limits, it is rendered block by block, as far as the limits allow.
    const whole = !running && needsWhole(text) && new Budget().allows(text)
    const budget = new Budget()
    return (whole ? [{ key: -1, text }] : splitter.current!.push(text)).map((b) => ({
      ...b,
      drawn: budget.allows(b.text),
    }))
  }, [text, running])
  return (
    <Scope value={scope}>
      <div className="md">
        {blocks.map((b, i) => {
          const last = i === blocks.length - 1
          if (!b.drawn)
            return (
              <p key={b.key} className="whitespace-pre-wrap">
                {b.text}
              </p>
            )
          return (
            <BlockView
              key={b.key}
              text={b.text}
              growing={running && last}
              open={(running || partial) && last}
            />
          )
        })}
      </div>
    </Scope>
  )
}
