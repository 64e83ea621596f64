import type { Line } from './calls'

/** Bounds of an outline, as the server has them. */
export const MAX_LINES = 10
export const MAX_LINE = 200
export const MAX_TITLE = 64

/** A line of the outline being edited; its key stays while it moves. */
export interface Draft {
  key: string
  text: string
}

export const draftsOf = (lines: readonly Line[]): Draft[] =>
  lines.map((l) => ({ key: `q${l.id}`, text: l.text }))

/** The outline as it is sent: without empty lines. */
export const textsOf = (drafts: readonly Draft[]): string[] =>
  drafts.map((d) => d.text.trim().replace(/\s+/g, ' ')).filter(Boolean)

/** The lines with the one at `from` moved by `by` places; the same list where it cannot move. */
export function moved(drafts: readonly Draft[], from: number, by: number): readonly Draft[] {
  const to = from + by
  if (to < 0 || to >= drafts.length) return drafts
  const next = [...drafts]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

let made = 0

/** The lines with a new one behind `after`; the same list when it is full. */
export function added(drafts: readonly Draft[], after: number): readonly Draft[] {
  if (drafts.length >= MAX_LINES) return drafts
  const next = [...drafts]
  next.splice(after + 1, 0, { key: `n${made++}`, text: '' })
  return next
}

/** The lines without one; the last one stays. */
export function removed(drafts: readonly Draft[], at: number): readonly Draft[] {
  return drafts.length > 1 ? drafts.filter((_, i) => i !== at) : drafts
}
