import type { Line } from './calls'

/** Limits of an outline; the same as on the server. */
export const MAX_LINES = 10
export const MAX_LINE = 200
export const MAX_TITLE = 64

/** A line of the outline in the editor; its key stays the same when the line is moved. */
export interface Draft {
  key: string
  text: string
}

export const draftsOf = (lines: readonly Line[]): Draft[] =>
  lines.map((l) => ({ key: `q${l.id}`, text: l.text }))

/** The texts of the lines, for sending: without empty lines, and with single spaces as the only white space. */
export const textsOf = (drafts: readonly Draft[]): string[] =>
  drafts.map((d) => d.text.trim().replace(/\s+/g, ' ')).filter(Boolean)

/** The lines with the line at `from` moved by `by` places; `drafts` itself if the line cannot be moved. */
export function moved(drafts: readonly Draft[], from: number, by: number): readonly Draft[] {
  const to = from + by
  if (to < 0 || to >= drafts.length) return drafts
  const next = [...drafts]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

let made = 0

/** The lines with a new line after the index `after`; `drafts` itself if the list is full. */
export function added(drafts: readonly Draft[], after: number): readonly Draft[] {
  if (drafts.length >= MAX_LINES) return drafts
  const next = [...drafts]
  next.splice(after + 1, 0, { key: `n${made++}`, text: '' })
  return next
}

/** The lines without the line at `at`; the last remaining line is kept. */
export function removed(drafts: readonly Draft[], at: number): readonly Draft[] {
  return drafts.length > 1 ? drafts.filter((_, i) => i !== at) : drafts
}
