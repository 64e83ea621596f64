/** A message and, for an answer, its version: the target of a link into a conversation. */
export interface Place {
  index: number
  repeat: number
}

/** Parses the `at` parameter of an address: `index` or `index.version`. Null for any other text. */
export function placeOf(at: string | undefined): Place | null {
  const [, index, repeat] = /^(\d{1,9})(?:\.(\d{1,3}))?$/.exec(at ?? '') ?? []
  return index && Number(index) > 0 ? { index: Number(index), repeat: Number(repeat ?? 0) } : null
}
