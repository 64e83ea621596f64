import { drafts } from './draft'

/** Maximum length of a quoted selection, in characters. */
const MAX_QUOTE = 2000

/** Elements excluded from a quote. */
const CONTROLS = 'button, input, figcaption, .katex-html, .sr-only, .caret, .cite'
const LINES = 'p, li, tr, pre, blockquote, h1, h2, h3, h4, h5, h6'

/** The selected text inside one answer, or null for other selections. */
export function quotable(selection: Selection | null): { range: Range; text: string } | null {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const answer = (node: Node) =>
    (node instanceof Element ? node : node.parentElement)?.closest('.md')?.closest('article')
  const from = answer(range.startContainer)
  if (!from || from !== answer(range.endContainer)) return null
  const text = wordsOf(range.cloneContents())
  return text ? { range, text } : null
}

function wordsOf(part: DocumentFragment): string {
  for (const el of part.querySelectorAll('annotation')) el.textContent = `$${el.textContent}$`
  for (const el of part.querySelectorAll('math')) {
    const tex = el.querySelector('annotation')
    if (tex) el.replaceWith(tex)
  }
  for (const el of part.querySelectorAll(CONTROLS)) el.remove()
  for (const el of part.querySelectorAll('td, th')) el.append('\t')
  for (const el of part.querySelectorAll('br')) el.replaceWith('\n')
  for (const el of part.querySelectorAll(LINES)) el.append('\n')
  const words = (part.textContent ?? '').replace(/[ \t]*\n\s*/g, '\n').trim()
  return words.length > MAX_QUOTE ? `${words.slice(0, MAX_QUOTE)}…` : words
}

/** Appends a quote to the draft, with an empty line for a question below. */
export function quoteInto(draftId: string, words: string): void {
  const written = drafts.get(draftId).trimEnd()
  const quote = words.replace(/^/gm, '> ')
  drafts.set(draftId, `${written ? `${written}\n\n` : ''}${quote}\n\n`)
}
