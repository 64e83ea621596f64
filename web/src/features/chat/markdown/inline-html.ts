import type { Html, Parent, PhrasingContent, Root } from 'mdast'
import { visit } from 'unist-util-visit'

/** Allowed inline tags, which only format text. Any other HTML, except a line break, is shown as text. */
const TAGS = ['b', 'strong', 'i', 'em', 'u', 's', 'del', 'sub', 'sup', 'kbd', 'mark', 'small']
const OPEN = new RegExp(`^<(${TAGS.join('|')})>$`, 'i')
const BREAK = /^<br\s*\/?>$/i

/**
 * Converts line breaks and pairs of allowed inline tags without attributes. Models write such tags in table cells, for
 * example.
 */
export function remarkInlineHtml() {
  return (tree: Root) => {
    visit(tree, (node) => {
      if ('children' in node && node.children.some((c) => c.type === 'html')) convert(node as Parent)
    })
  }
}

function convert(parent: Parent): void {
  const children = parent.children as PhrasingContent[]
  const out: PhrasingContent[] = []
  for (let i = 0; i < children.length; i++) {
    const node = children[i]!
    if (node.type === 'html' && BREAK.test(node.value) && parent.type !== 'root') {
      out.push({ type: 'break' })
      continue
    }
    const tag = node.type === 'html' ? OPEN.exec(node.value)?.[1]?.toLowerCase() : undefined
    const end = tag ? children.findIndex((c, k) => k > i && closes(c, tag)) : -1
    if (!tag || end < 0) {
      out.push(node)
      continue
    }
    out.push({ type: 'emphasis', data: { hName: tag }, children: children.slice(i + 1, end) })
    i = end
  }
  parent.children = out
}

function closes(node: PhrasingContent, tag: string): boolean {
  return node.type === 'html' && (node as Html).value.toLowerCase() === `</${tag}>`
}
