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
