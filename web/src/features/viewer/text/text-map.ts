import { type Folded, fold, type Span, sourceSpan } from './fold'

/** Marks elements with text of the viewer, not of the file, for example row numbers. */
export const ASIDE = 'data-aside'

/** The folded text of an element, and its mapping back to text nodes. */
export class TextMap {
  readonly folded: Folded
  private readonly source: string
  private readonly nodes: Text[] = []
  private readonly starts: number[] = []

  constructor(root: Node) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
      if (node instanceof Element) {
        return node.hasAttribute(ASIDE) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP
      }
      return NodeFilter.FILTER_ACCEPT
    })
    let source = ''
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      this.nodes.push(node as Text)
      this.starts.push(source.length)
      source += (node as Text).data
    }
    this.source = source
    this.folded = fold(source)
  }

  get text(): string {
    return this.folded.text
  }

  /** The DOM range of a span of the folded text. */
  range(span: Span): Range {
    const { start, end } = sourceSpan(this.folded, this.source, span)
    const range = document.createRange()
    range.setStart(...this.point(start))
    // The range ends in the text node of its last character, because the next node may begin on another line.
    const [node, offset] = this.point(end - 1)
    range.setEnd(node, offset + 1)
    return range
  }

  /** The position of a DOM point in the folded text: the number of folded characters before it. */
  offset(node: Node, offset: number): number {
    const before = document.createRange()
    let index = this.nodes.findIndex((text) => {
      before.selectNode(text)
      return before.comparePoint(node, offset) <= 0
    })
    if (index < 0) return this.text.length
    const here = this.nodes[index] === node ? this.starts[index]! + offset : this.starts[index]!
    index = this.folded.at.findIndex((at) => at >= here)
    return index < 0 ? this.text.length : index
  }

  private point(at: number): [Text, number] {
    let low = 0
    let high = this.nodes.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.starts[middle]! <= at) low = middle
      else high = middle - 1
    }
    return [this.nodes[low]!, at - this.starts[low]!]
  }
}
