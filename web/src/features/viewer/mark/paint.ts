import { highlightColours } from '../types'

/** The kinds of marks; viewer.css styles each kind. Later kinds are painted over earlier kinds. */
export const layers = [...highlightColours, 'quote', 'find', 'now'] as const
export type Layer = (typeof layers)[number]

/** Whether the browser supports the CSS Highlight API (Chrome 105, Safari 17.2, Firefox 140). */
const paintsRanges = (): boolean => typeof Highlight === 'function' && 'highlights' in CSS

const nameOf = (layer: Layer): string => `viewer-${layer}`

function highlightOf(layer: Layer): Highlight {
  let highlight = CSS.highlights.get(nameOf(layer))
  if (!highlight) {
    highlight = new Highlight()
    highlight.priority = layers.indexOf(layer)
    CSS.highlights.set(nameOf(layer), highlight)
  }
  return highlight
}

/**
 * Paints ranges in one element, layer by layer, without changing its text: with CSS highlights if supported,
 * otherwise with boxes over the words. The element must be positioned.
 */
export class Painter {
  private readonly ranges = new Map<Layer, Range[]>()
  private host?: HTMLElement

  constructor(private readonly root: HTMLElement) {}

  /** Replaces the ranges of one layer. */
  paint(layer: Layer, ranges: Range[]): void {
    const before = this.ranges.get(layer) ?? []
    if (before.length === 0 && ranges.length === 0) return
    this.ranges.set(layer, ranges)
    if (!paintsRanges()) {
      this.drawBoxes()
      return
    }
    const highlight = highlightOf(layer)
    for (const range of before) highlight.delete(range)
    for (const range of ranges) highlight.add(range)
  }

  clear(): void {
    for (const layer of this.ranges.keys()) this.paint(layer, [])
    this.host?.remove()
    this.host = undefined
  }

  /** Draws boxes in fractions of the element, so that the boxes stay correct while the element is zoomed. */
  private drawBoxes(): void {
    if (!this.host) {
      this.host = document.createElement('div')
      this.host.className = 'viewer-boxes'
      this.host.setAttribute('data-aside', '')
      this.root.append(this.host)
    }
    const frame = this.root.getBoundingClientRect()
    const share = (part: number, whole: number) => `${(100 * part) / (whole || 1)}%`
    const boxes = layers.flatMap((layer) =>
      (this.ranges.get(layer) ?? []).flatMap((range) =>
        Array.from(range.getClientRects(), (rect) => {
          const box = document.createElement('i')
          box.className = `viewer-box viewer-box-${layer}`
          box.style.left = share(rect.left - frame.left, frame.width)
          box.style.top = share(rect.top - frame.top, frame.height)
          box.style.width = share(rect.width, frame.width)
          box.style.height = share(rect.height, frame.height)
          return box
        }),
      ),
    )
    this.host.replaceChildren(...boxes)
  }
}

/** Whether a point of the screen is on the text of a range. */
export function hits(range: Range, x: number, y: number): boolean {
  for (const r of range.getClientRects()) {
    if (x >= r.left && x <= r.right && y >= r.top && y <= r.bottom) return true
  }
  return false
}
