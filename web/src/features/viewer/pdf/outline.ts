import type { Heading } from '../types'
import type { PDFDocumentProxy } from './open'

/** Maximum number of outline entries; a longer outline would not help to find anything. */
const MAX = 1000

type Node = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number]

/** The page of a destination inside the file, from 1; 0 if it leads nowhere. */
export async function pageOf(pdf: PDFDocumentProxy, dest: string | unknown[] | null): Promise<number> {
  try {
    const explicit = typeof dest === 'string' ? await pdf.getDestination(dest) : dest
    const target: unknown = explicit?.[0]
    if (typeof target === 'number') return target + 1
    if (typeof target !== 'object' || target === null) return 0
    return (await pdf.getPageIndex(target as Parameters<PDFDocumentProxy['getPageIndex']>[0])) + 1
  } catch {
    return 0
  }
}

/**
 * The first MAX bookmarks of a file as a flat list with levels. Bookmarks without a title or a target page are left
 * out.
 */
export async function outlineOf(pdf: PDFDocumentProxy): Promise<Heading[]> {
  const flat: { node: Node; level: number }[] = []
  const walk = (nodes: Node[], level: number) => {
    for (const node of nodes) {
      if (flat.length >= MAX) return
      flat.push({ node, level })
      walk(node.items, level + 1)
    }
  }
  walk((await pdf.getOutline()) ?? [], 1)
  const headings: Heading[] = []
  for (const { node, level } of flat) {
    const text = node.title.trim()
    const unit = await pageOf(pdf, node.dest)
    if (text && unit > 0) headings.push({ level, text, unit })
  }
  return headings
}
