import { cjk } from '@streamdown/cjk'
import { memo, useMemo, useRef } from 'react'
import ReactMarkdown, { type Components, type Options } from 'react-markdown'
import remarkMath from 'remark-math'
import { Code, Pre } from './code'
import { Growing, type MarkdownScope, Scope } from './context'
import { presentable } from './hold'
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
  remarkCitations,
]
const rehypePlugins: Options['rehypePlugins'] = [rehypeGlue]
const components = {
  a: Anchor,
  img: Img,
  table: Table,
  input: TaskBox,
  pre: Pre,
  code: Code,
  'cite-chip': CiteChip,
} as Components
const REPLACE = /^@replace=([\w-]{1,128})$/

function transform(url: string): string {
  return REPLACE.test(url) || safeUrl(url) ? url : ''
}

const BlockView = memo(function BlockView({ text, growing }: { text: string; growing: boolean }) {
  return (
    <Growing value={growing}>
      <ReactMarkdown
        remarkPlugins={remarkPlugins}
        rehypePlugins={rehypePlugins}
        components={components}
        urlTransform={transform}
      >
        {normalise(growing ? presentable(text) : text)}
      </ReactMarkdown>
    </Growing>
  )
})

export interface MarkdownProps {
  text: string
  /** Whether more text will come. */
  running: boolean
  scope: MarkdownScope
}

/**
 * The text of an answer. While it grows only its last block is rendered again;
 * a finished text whose parts refer to each other is rendered whole.
 */
export default function Markdown({ text, running, scope }: MarkdownProps) {
  const splitter = useRef<Splitter>(null)
  splitter.current ??= new Splitter()
  const whole = !running && needsWhole(text)
  const blocks = useMemo(() => (whole ? [{ key: -1, text }] : splitter.current!.push(text)), [text, whole])
  return (
    <Scope value={scope}>
      <div className="md">
        {blocks.map((b, i) => (
          <BlockView key={b.key} text={b.text} growing={running && i === blocks.length - 1} />
        ))}
      </div>
    </Scope>
  )
}
