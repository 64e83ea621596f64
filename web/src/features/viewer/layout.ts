/** Where things that stand below (or beside) each other begin; one more entry for the end. */
export type Offsets = readonly number[]

/** Lines sizes up with a gap between them and room around. */
export function offsetsOf(sizes: readonly number[], gap = 0, room = 0): number[] {
  const offsets = new Array<number>(sizes.length + 1)
  let at = room
  for (let i = 0; i < sizes.length; i++) {
    offsets[i] = at
    at += sizes[i]! + gap
  }
  offsets[sizes.length] = sizes.length > 0 ? at - gap + room : 2 * room
  return offsets
}

/** The thing at an offset: the last one that begins at it or before. */
export function indexAt(offsets: Offsets, at: number): number {
  let low = 0
  let high = Math.max(0, offsets.length - 2)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (offsets[middle]! <= at) low = middle
    else high = middle - 1
  }
  return low
}

export interface Window {
  /** Both included; last < first: nothing. */
  first: number
  last: number
}

/** The things between two offsets, and those within `extra` pixels beyond them. */
export function windowOf(offsets: Offsets, from: number, to: number, extra = 0): Window {
  const count = offsets.length - 1
  if (count <= 0) return { first: 0, last: -1 }
  return {
    first: indexAt(offsets, Math.max(0, from - extra)),
    last: Math.min(count - 1, indexAt(offsets, Math.max(0, to + extra - 1))),
  }
}

/** windowOf for things that are all of one size and stand without gaps. */
export function evenWindow(count: number, size: number, from: number, to: number, extra = 0): Window {
  return {
    first: Math.max(0, Math.min(count - 1, Math.floor((from - extra) / size))),
    last: Math.min(count - 1, Math.ceil((to + extra) / size) - 1),
  }
}

/** A point of the content, which stays where it is on the screen while sizes change. */
export interface Anchor {
  index: number
  /** How far into the thing, 0 to 1 and beyond where it is in the gap after it. */
  part: number
  /** Pixels from the top of the window to the point. */
  shift: number
}

/** The point of the content that is `shift` pixels below the top of the window. */
export function anchorAt(offsets: Offsets, sizes: readonly number[], scroll: number, shift: number): Anchor {
  const index = indexAt(offsets, scroll + shift)
  return { index, part: (scroll + shift - (offsets[index] ?? 0)) / (sizes[index] || 1), shift }
}

/** The scroll position that brings an anchor back to where it was. */
export function scrollOf(offsets: Offsets, sizes: readonly number[], anchor: Anchor): number {
  const { index, part, shift } = anchor
  return Math.max(0, (offsets[index] ?? 0) + part * (sizes[index] ?? 0) - shift)
}

/** The thing that takes most of the window: what a reader would say is being read. */
export function mostVisible(offsets: Offsets, sizes: readonly number[], from: number, to: number): number {
  const { first, last } = windowOf(offsets, from, to)
  let best = first
  let most = -1
  for (let i = first; i <= last; i++) {
    const seen = Math.min(to, offsets[i]! + sizes[i]!) - Math.max(from, offsets[i]!)
    if (seen > most + 1) {
      most = seen
      best = i
    }
  }
  return best
}
