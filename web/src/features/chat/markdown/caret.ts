import type { Element, Root } from 'hast'

/** Elements that can contain running text, directly or in their last child. */
const INSIDE = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote'])
const TEXT = /^(?:p|h\d|li)$/

/**
 * Appends a caret to growing text if the text ends with a paragraph, heading or list item. If the text ends with a
 * table, code block or display formula, there is a caret only if this element is in a list item.
 */
export function rehypeCaret() {
  return (root: Root) => {
    const caret: Element = {
      type: 'element',
      tagName: 'span',
      properties: { className: ['caret', 'pulse'], ariaHidden: 'true' },
      children: [],
    }
    let at: Root | Element = root
    for (;;) {
      const last: Root['children'][number] | undefined = at.children.findLast(
        (o) => o.type === 'element' || (o.type === 'text' && o.value.trim()),
      )
      if (last?.type !== 'element' || !INSIDE.has(last.tagName)) break
      at = last
    }
    if (at.type === 'element' && TEXT.test(at.tagName)) at.children.push(caret)
  }
}
