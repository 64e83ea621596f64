/** A blank of a template: underscores, in the ASCII or the full-width form. */
const BLANK = /_{3,}|＿{2,}/g

/**
 * The next blank after `to`; with `back`, the previous blank before `from`. At the ends of the text, the search wraps
 * around. Null if there is no blank.
 */
export function nextBlank(
  text: string,
  from: number,
  to: number,
  back: boolean,
): { start: number; end: number } | null {
  const all = [...text.matchAll(BLANK)].map((m) => ({ start: m.index, end: m.index + m[0].length }))
  if (back) return all.findLast((b) => b.end <= from) ?? all.at(-1) ?? null
  return all.find((b) => b.start >= to) ?? all[0] ?? null
}

/**
 * Matches blanks in Markdown, whose underscores may be escaped, and also code. Matches that are code are skipped (see
 * isCode), so that underscores in code are not taken as blanks.
 */
const WRITTEN =
  /(?:^|\n) {0,3}(?:```|~~~)[\s\S]*?(?:\n {0,3}(?:```|~~~)|$)|``[\s\S]*?``|`[^`\n]*`|(?:\\?_){4,}|＿{3,}/g
const isCode = (found: string) => /[`~]/.test(found)

/**
 * The Markdown of an answer with the texts entered in its blanks; empty blanks are kept. If the numbers of blanks in
 * `source` and `answer` differ, `source` is returned unchanged.
 */
export function filled(source: string, answer: Element | null | undefined): string {
  const slots = [...(answer?.querySelectorAll('[data-blank]') ?? [])].map(
    (el) => el.textContent?.trim() ?? '',
  )
  const blanks = source.match(WRITTEN)?.filter((found) => !isCode(found)) ?? []
  if (!slots.some(Boolean) || blanks.length !== slots.length) return source
  let n = 0
  return source.replace(WRITTEN, (found) => (isCode(found) ? found : slots[n++] || found))
}
