import type { Node } from './calls'

/** The tree as Markdown, for export: the root is a heading, and the nodes below it are a list. */
export function toMarkdown(node: Node): string {
  const lines = [`# ${node.text}`, '']
  const walk = (n: Node, depth: number) => {
    for (const child of n.children ?? []) {
      lines.push(`${'  '.repeat(depth)}- ${child.text}`)
      walk(child, depth + 1)
    }
  }
  walk(node, 0)
  return `${lines.join('\n')}\n`
}

/** A node for markmap: its text is shortened and escaped. */
export interface Drawn {
  content: string
  children: Drawn[]
  payload: { unit: number; fold?: number }
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeText = (s: string) => s.replace(/[&<>"']/g, (c) => escapes[c]!)

/** Maximum length of a node's text in the map, in characters; the Markdown export has the full text. */
const LONG = 60

export function toDrawn(node: Node): Drawn {
  const chars = [...node.text]
  const text = chars.length > LONG ? `${chars.slice(0, LONG).join('')}…` : node.text
  return {
    content: escapeText(text),
    children: (node.children ?? []).map(toDrawn),
    payload: { unit: node.unit },
  }
}

/** The nodes of an outline or a mind map as a flat list with depths. */
export function flatten(nodes: readonly Node[], depth = 0): { text: string; unit: number; depth: number }[] {
  return nodes.flatMap((n) => [
    { text: n.text, unit: n.unit, depth },
    ...flatten(n.children ?? [], depth + 1),
  ])
}
