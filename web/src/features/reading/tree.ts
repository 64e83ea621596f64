import type { Node } from './calls'

/** The tree as a Markdown list, for people to keep. */
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

/** A node as markmap draws it: its words are text, never markup. */
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

/** Longest words of a node, in characters; the rest is in the outline. */
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

/** A flat list of the outline with depths, for a list that a screen reader can walk. */
export function flatten(nodes: readonly Node[], depth = 0): { text: string; unit: number; depth: number }[] {
  return nodes.flatMap((n) => [
    { text: n.text, unit: n.unit, depth },
    ...flatten(n.children ?? [], depth + 1),
  ])
}
