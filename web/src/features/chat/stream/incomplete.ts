import { trim } from './decode'
import type { Item, Message, Replacement } from './events.gen'

export type ReplaceStep = 'not_start' | 'start' | 'complete_failed' | 'complete_success'

/** The progress of a replacement. A status takes precedence over media. */
export function replaceStep(r: Replacement): ReplaceStep {
  if (r.status === 2) return 'complete_failed'
  if (r.status) return 'start'
  return r.multimedias.length > 0 ? 'complete_success' : 'not_start'
}

/** Types of items that show how an answer is made; the items are not part of the answer itself. */
const stepLike: ReadonlySet<Item['type']> = new Set([
  'think',
  'reasoner',
  'search_with_text',
  'searchGuid',
  'step',
  'progress',
  'deepSearch',
  'tool',
])

/**
 * Whether an answer is incomplete: the same check as Message.Incomplete in
 * internal/stream/incomplete.go.
 */
export function incomplete(m: Message): boolean {
  if (m.hidden) return false
  if (m.content.every((it) => stepLike.has(it.type))) return true
  if (m.content.some((it) => it.type === 'replace' && it.replace.status)) return true
  return m.content.some((it) => it.type === 'progress' && it.value !== 1) && waitsForMedia(m)
}

/** Whether a placeholder in the text, or an announced replacement, has no media yet. */
function waitsForMedia(m: Message): boolean {
  const filled = new Set<string>()
  for (const it of m.content) {
    if (it.type !== 'replace') continue
    if (replaceStep(it.replace) !== 'complete_success') return true
    filled.add(it.replace.id)
  }
  return [...answerText(m).matchAll(/\[\]\(@replace=([^)]*)\)/g)].some((found) => !filled.has(found[1] ?? ''))
}

/** The answer's Markdown with its inline marks: all text parts in order. */
export function answerText(m: Message): string {
  return m.content.map((it) => (it.type === 'text' ? (it.msg ?? '') : '')).join('')
}

/** The answer's Markdown without citation marks and placeholders. */
export function plainText(m: Message): string {
  return trim(answerText(m).replace(/\[citation:\d+\]|\[\]\(@replace=[^)]*\)/g, ''))
}
