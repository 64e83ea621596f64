/** A message and, of an answer, its version: what a link into a conversation names. */
export interface Place {
  index: number
  repeat: number
}

/** Reads the `at` of an address: index.version. */
export function placeOf(at: string | undefined): Place | null {
  const [, index, repeat] = /^(\d{1,9})(?:\.(\d{1,3}))?$/.exec(at ?? '') ?? []
  return index && Number(index) > 0 ? { index: Number(index), repeat: Number(repeat ?? 0) } : null
}
