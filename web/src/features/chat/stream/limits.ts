import { type DeepSearchItem, limits, type StreamEvent } from './events.gen'

type Bounds = Readonly<Record<string, keyof typeof limits>>

/** The fields that are cut, by the event's type. */
const bounds: Partial<Record<StreamEvent['type'], Bounds>> = {
  step: { id: 'id', state: 'id', parent: 'id', code: 'id', msg: 'long', detail: 'short' },
  step_update: { id: 'id', state: 'id', detail: 'short' },
  tool: {
    id: 'id',
    state: 'id',
    name: 'id',
    title: 'title',
    input: 'short',
    output: 'short',
    error: 'short',
  },
  card: { id: 'id', state: 'id', kind: 'id', title: 'title', fallback: 'long' },
  deepSearch: { id: 'id', state: 'id', title: 'title' },
  deepSearch_update: { id: 'id', state: 'id', title: 'title' },
}

/** bounded is e within the limits, the same as in internal/stream/limits.go. */
export function bounded<E extends StreamEvent>(e: E): E {
  const out: Record<string, unknown> = { ...e }
  for (const [field, limit] of Object.entries(bounds[e.type] ?? {})) {
    const value = out[field]
    if (typeof value === 'string') out[field] = cut(value, limits[limit])
  }
  if (e.type === 'step' && e.args)
    out.args = e.args.slice(0, limits.args).map((arg) => cut(arg, limits.title))
  if (e.type === 'card' && dataSize(e.data, 64) > limits.cardData) out.data = undefined
  if ((e.type === 'deepSearch' || e.type === 'deepSearch_update') && e.contents) {
    out.contents = boundedContents(e.contents)
  }
  return out as unknown as E
}

function boundedContents(list: DeepSearchItem[]): DeepSearchItem[] {
  return list.slice(0, limits.contents).map((it) => ({
    ...it,
    ...(it.type && { type: cut(it.type, limits.id) }),
    ...(it.msg && { msg: cut(it.msg, limits.long) }),
  }))
}

/** cut shortens s to at most max bytes of UTF-8, never inside a character. */
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

/** The bytes of JSON's strings and keys, and 8 for every value; what is nested deeper than depth is larger than any limit. */
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
