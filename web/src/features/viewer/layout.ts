/** The start offsets of items in a row or column, followed by the total length. */
export type Offsets = readonly number[]

/** Computes offsets from sizes, with a gap between items and a margin before the first and after the last. */
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

/** The index of the item at an offset: the last item that starts at or before `at`. */
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
  /** The first and the last index, inclusive. If last < first, no item is in view. */
  first: number
  last: number
}

/** The items between two offsets, extended by `extra` pixels on both sides. */
export function windowOf(offsets: Offsets, from: number, to: number, extra = 0): Window {
  const count = offsets.length - 1
  if (count <= 0) return { first: 0, last: -1 }
  return {
    first: indexAt(offsets, Math.max(0, from - extra)),
    last: Math.min(count - 1, indexAt(offsets, Math.max(0, to + extra - 1))),
  }
}

/** windowOf for items of equal size without gaps. */
export function evenWindow(count: number, size: number, from: number, to: number, extra = 0): Window {
  return {
    first: Math.max(0, Math.min(count - 1, Math.floor((from - extra) / size))),
    last: Math.min(count - 1, Math.ceil((to + extra) / size) - 1),
  }
}

/** A point of the content that keeps its screen position while sizes change. */
export interface Anchor {
  index: number
  /** Position relative to the item: 0 at its start, 1 at its end; below 0 or above 1 in the space around it. */
  part: number
  /** Pixels between the top of the window and the point. */
  shift: number
}

/** The point of the content that is `shift` pixels below the top of the window. */
export function anchorAt(offsets: Offsets, sizes: readonly number[], scroll: number, shift: number): Anchor {
  const index = indexAt(offsets, scroll + shift)
  return { index, part: (scroll + shift - (offsets[index] ?? 0)) / (sizes[index] || 1), shift }
}

/** The scroll position that brings an anchor back to its screen position. */
export function scrollOf(offsets: Offsets, sizes: readonly number[], anchor: Anchor): number {
  const { index, part, shift } = anchor
  return Math.max(0, (offsets[index] ?? 0) + part * (sizes[index] ?? 0) - shift)
}

/** The item with the largest visible part; if visible parts differ by at most 1 px, the first of these items. */
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
