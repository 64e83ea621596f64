import { bounds, limits, type StreamEvent } from './events.gen'

/**
 * bounded shortens the fields of e to their limits in `bounds`, like internal/stream/limits.go. A JSON value
 * that is too large is removed.
 */
export function bounded<E extends StreamEvent>(e: E): E {
  return within(e.type, e) as E
}

function within(shape: string, o: object): object {
  const out: Record<string, unknown> = { ...o }
  for (const [field, bound] of Object.entries(bounds[shape] ?? {})) {
    const value = out[field]
    const max = bound.limit ? limits[bound.limit] : Number.MAX_SAFE_INTEGER
    if (bound.json) {
      if (dataSize(value, 64) > max) out[field] = undefined
    } else if (Array.isArray(value)) {
      out[field] = value
        .slice(0, bound.items && limits[bound.items])
        .map((each) => (bound.of ? within(bound.of, each) : cut(each, max)))
    } else if (typeof value === 'string') {
      out[field] = cut(value, max)
    }
  }
  return out
}

/** cut shortens s to at most max bytes of UTF-8 and never splits a character. */
export function cut(s: string, max: number): string {
  if (s.length * 3 <= max) return s
  let bytes = 0
  let units = 0
  for (const character of s) {
    bytes += bytesOf(character)
    if (bytes > max) return s.slice(0, units)
    units += character.length
  }
  return s
}

function bytesOf(character: string) {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

function byteLength(s: string) {
  let bytes = 0
  for (const character of s) bytes += bytesOf(character)
  return bytes
}

/**
 * The size of a JSON value: the UTF-8 bytes of its strings and keys, plus 8 per value. If the size is above
 * limits.cardData, or the nesting is deeper than `depth`, the result is any number above limits.cardData.
 */
function dataSize(v: unknown, depth: number): number {
  if (depth === 0) return limits.cardData + 1
  if (typeof v === 'string') return 8 + byteLength(v)
  if (typeof v !== 'object' || v === null) return 8
  let size = 8
  for (const [key, each] of Object.entries(v)) {
    size += (Array.isArray(v) ? 0 : byteLength(key)) + dataSize(each, depth - 1)
    if (size > limits.cardData) return size
  }
  return size
}
