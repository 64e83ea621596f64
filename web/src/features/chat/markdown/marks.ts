import type { Element, ElementContent, Root as HastRoot, Text as HastText } from 'hast'
import type { EmphasisData, PhrasingContent, Root, Text } from 'mdast'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import type { Processor } from 'unified'
import { SKIP, visit } from 'unist-util-visit'

/** GitHub's Markdown, for parsing only: remark-gfm also includes the serialiser, which no page needs. */
export function remarkGfm(this: Processor): void {
  const data = this.data() as Record<string, unknown[] | undefined>
  const add = (list: string, extension: unknown) => {
    data[list] = [...(data[list] ?? []), extension]
  }
  add('micromarkExtensions', gfm({ singleTilde: false }))
  add('fromMarkdownExtensions', gfmFromMarkdown())
}

const CITATION = /\[citation:(\d{1,4})\]/g

/** Turns [citation:N] in text into <cite-chip n="N">. */
export const remarkCitations = marking(CITATION, (m) => ({ hName: 'cite-chip', hProperties: { n: m[1]! } }))

/** A plugin that turns each match in text into an element. */
export function marking(pattern: RegExp, element: (m: RegExpExecArray) => EmphasisData) {
  return () => (tree: Root) => {
    visit(tree, 'text', (node: Text, index, parent) => {
      if (!parent || index === undefined) return
      const parts: PhrasingContent[] = []
      let at = 0
      for (const m of node.value.matchAll(pattern)) {
        if (m.index > at) parts.push({ type: 'text', value: node.value.slice(at, m.index) })
        parts.push({ type: 'emphasis', children: [], data: element(m) })
        at = m.index + m[0].length
      }
      if (at === 0) return
      if (at < node.value.length) parts.push({ type: 'text', value: node.value.slice(at) })
      parent.children.splice(index, 1, ...parts)
      return [SKIP, index + parts.length]
    })
  }
}

const CLOSING = /^[，。、；：？！）」』】》〉”’…,.;:?!)\]}%]+/
/** Maximum length of a formula that is kept on one line with the punctuation after it, in characters. */
const MAX_GLUED = 48

/** Keeps a short inline formula or a citation on one line with the punctuation after it. */
export function rehypeGlue() {
  return (tree: HastRoot) => {
    visit(tree, 'element', (node: Element, index, parent) => {
      if (!parent || index === undefined || !(node.tagName === 'cite-chip' || isShortMath(node))) return
      const next = parent.children[index + 1] as HastText | undefined
      const mark = next?.type === 'text' ? CLOSING.exec(next.value)?.[0] : undefined
      if (!next || !mark) return
      next.value = next.value.slice(mark.length)
      const glued: ElementContent = {
        type: 'element',
        tagName: 'span',
        properties: { className: ['glue'] },
        children: [node, { type: 'text', value: mark }],
      }
      parent.children.splice(index, 1, glued)
      return [SKIP, index + 1]
    })
  }
}

function isShortMath(node: Element): boolean {
  const names = node.properties.className
  const tex = node.children[0]
  return (
    Array.isArray(names) &&
    names.includes('math-inline') &&
    tex?.type === 'text' &&
    tex.value.length <= MAX_GLUED
  )
}
