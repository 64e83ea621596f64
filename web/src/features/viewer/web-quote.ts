/** The characters of a text without white space, and the position of each. */
function squeezed(text: string): { words: string; at: number[] } {
  let words = ''
  const at: number[] = []
  for (let i = 0; i < text.length; i++) {
    if (/\s/.test(text[i]!)) continue
    words += text[i]
    at.push(i)
  }
  return { words, at }
}

/**
 * Marks the first occurrence of a quote below an element, ignoring white space. Each text node of the quote gets a mark
 * of its own. Returns the first mark; null if the quote does not occur.
 */
export function markQuote(root: Element, quote: string): Element | null {
  const nodes: Text[] = []
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) nodes.push(walk.currentNode as Text)
  const { words: sought } = squeezed(quote)
  const { words, at } = squeezed(nodes.map((n) => n.data).join(''))
  const from = sought ? words.indexOf(sought) : -1
  if (from < 0) return null
  let first: Element | null = null
  let passed = 0
  for (const node of nodes) {
    const start = Math.max(0, at[from]! - passed)
    const end = Math.min(node.length, at[from + sought.length - 1]! + 1 - passed)
    passed += node.length
    if (start >= end) continue
    const range = document.createRange()
    range.setStart(node, start)
    range.setEnd(node, end)
    const mark = document.createElement('mark')
    mark.className = 'rounded-[3px] bg-qing-soft text-qing-ink'
    range.surroundContents(mark)
    first ??= mark
  }
  return first
}

/**
 * The address of the original page; null if `url` is not a web address. If possible, it has a text fragment, so that
 * the browser shows the quote.
 */
export function originalAddress(url: string, quote: string): string | null {
  if (!/^https?:\/\/[^/]/i.test(url)) return null
  const words = quote.trim().replace(/\s+/g, ' ').slice(0, 200)
  if (!words || url.includes('#')) return url
  return `${url}#:~:text=${encodeURIComponent(words).replace(/-/g, '%2D')}`
}
