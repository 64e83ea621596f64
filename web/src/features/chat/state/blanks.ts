/** Blanks of a template, as our own templates and most others write them. */
const BLANK = /_{3,}|＿{2,}/g

/** The blank behind a place in a text, or before it; it begins anew at the other end. Null where there is none. */
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

/** The same blanks in Markdown, where each stroke may be escaped. */
const WRITTEN = /(?:\\?_){4,}|＿{3,}/g

/** The Markdown of an answer with what was written into the blanks on the page; a blank that is empty stays one. */
export function filled(source: string, answer: Element | null | undefined): string {
  const slots = [...(answer?.querySelectorAll('[data-blank]') ?? [])].map(
    (el) => el.textContent?.trim() ?? '',
  )
  // Blanks in code are none on the page: which is which cannot be told then.
  if (!slots.some(Boolean) || source.match(WRITTEN)?.length !== slots.length) return source
  let n = 0
  return source.replace(WRITTEN, (blank) => slots[n++] || blank)
}
