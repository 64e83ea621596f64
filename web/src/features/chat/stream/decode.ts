import {
  type ChunkType,
  chunkTypes,
  type FileType,
  fileTypes,
  type StreamEvent,
  shapes,
  type TextKind,
  textKinds,
} from './events.gen'

/** Maximum length of the data of one frame, in UTF-16 units. */
const maxFrame = 12 << 20
const maxRaw = 512

/** An event with the number from the `id:` line of its frame; 0 if there is no valid number. */
export interface Numbered {
  n: number
  event: StreamEvent
}

/**
 * Decoder turns bytes into events; the bytes may be split anywhere. Like internal/stream/decode.go, it
 * accepts any line end, comments, a missing space after the colon, and several data lines. A frame that is
 * too long or cannot be decoded becomes an unreadable event. A failure or a revoke with unreadable details
 * keeps its type. A frame with an unknown event name is skipped.
 */
export class Decoder {
  private utf8 = new TextDecoder()
  private line = ''
  private long = false
  private skipLF = false
  private data: string | undefined
  private name = ''
  private n = 0
  private broken = false

  /** Takes the next bytes and returns the events completed by them. */
  write(bytes: Uint8Array): Numbered[] {
    return this.read(this.utf8.decode(bytes, { stream: true }))
  }

  /**
   * close ends the stream and returns the last events. If the last frame cannot be decoded, it is dropped,
   * because it was probably cut.
   */
  close(): Numbered[] {
    const out = this.read(this.utf8.decode())
    if (this.line !== '') this.endLine(out)
    this.dispatch(out)
    return out.filter((numbered) => numbered.event.type !== 'unreadable')
  }

  private read(s: string): Numbered[] {
    const out: Numbered[] = []
    const lineEnd = /[\r\n]/g
    let from = 0
    while (from < s.length) {
      if (this.skipLF) {
        this.skipLF = false
        if (s[from] === '\n') {
          from++
          continue
        }
      }
      lineEnd.lastIndex = from
      const found = lineEnd.exec(s)
      this.grow(s.slice(from, found?.index))
      if (!found) break
      this.skipLF = found[0] === '\r'
      from = found.index + 1
      this.endLine(out)
    }
    return out
  }

  private grow(s: string) {
    if (this.long) return
    this.long = this.line.length + s.length > maxFrame
    this.line += this.long ? s.slice(0, Math.max(0, maxRaw - this.line.length)) : s
  }

  private endLine(out: Numbered[]) {
    const { line, long } = this
    this.line = ''
    this.long = false
    if (line === '') {
      this.dispatch(out)
      return
    }
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    let value = colon < 0 ? '' : line.slice(colon + 1)
    if (value.startsWith(' ')) value = value.slice(1)
    if (field === 'data') {
      const joined = this.data === undefined ? value : `${this.data}\n${value}`
      this.broken ||= long || joined.length > maxFrame
      this.data = this.broken ? joined.slice(0, maxRaw) : joined
    } else if (field === 'event') {
      this.name = trim(value)
      this.broken ||= long
    } else if (field === 'id') {
      this.n = /^\d{1,15}$/.test(value) ? Number(value) : 0
    }
  }

  private dispatch(out: Numbered[]) {
    const data = this.data ?? ''
    let event: StreamEvent | undefined
    if (this.broken) event = unreadable(data)
    else if (this.data !== undefined || this.name !== '') event = decodeFrame(this.name, data)
    if (event) out.push({ n: this.n, event })
    this.data = undefined
    this.name = ''
    this.n = 0
    this.broken = false
  }
}

/** trim removes ASCII blanks and line ends only: the definition of other blanks differs between Go and JavaScript. */
export function trim(s: string): string {
  let from = 0
  let to = s.length
  while (from < to && ' \t\r\n'.includes(s.charAt(from))) from++
  while (to > from && ' \t\r\n'.includes(s.charAt(to - 1))) to--
  return s.slice(from, to)
}

function unreadable(raw: string): StreamEvent {
  return { type: 'unreadable', raw: raw.slice(0, maxRaw) }
}

const unknown = '80003'
const timeout = '80004'

/** decodeFrame returns undefined for a frame that is not part of the protocol and can be skipped. */
function decodeFrame(name: string, data: string): StreamEvent | undefined {
  switch (name) {
    case '':
    case 'message':
      return decodeData(trim(data))
    case 'speech_type': {
      // Events of an unknown kind are returned as well; the fold ignores them.
      const kind = trim(data)
      return kind === '' ? unreadable(data) : ({ type: 'speechType', kind } as StreamEvent)
    }
    case 'message_revoke':
      return decodeRevoke(parse(data))
    case 'message_cutoff':
      return { type: 'cutoff' }
    case 'error':
      return decodeFailure(parse(data), unknown)
    case 'timeout':
      return decodeFailure(parse(data), timeout)
    case 'reset':
      return { type: 'reset' }
  }
  return undefined
}

function decodeData(data: string): StreamEvent {
  if (data.startsWith('[')) return decodeMarker(data)
  return decodeChunk(parse(data)) ?? unreadable(data)
}

function decodeMarker(data: string): StreamEvent {
  if (data === '[DONE]') return { type: 'done' }
  if (data === '[SENSITIVE]') return { type: 'sensitive' }
  if (data === '[ENTRY]') return { type: 'entry' }
  const found = /^\[(plugin|TRACEID|MSGINDEX):(.*)\]$/s.exec(data)
  const value = trim(found?.[2] ?? '')
  if (found?.[1] === 'plugin') return { type: 'plugin', id: value }
  if (found?.[1] === 'TRACEID') return { type: 'traceId', id: value }
  if (found && /^\d{1,15}$/.test(value)) return { type: 'msgIndex', n: Number(value) }
  return unreadable(data)
}

/**
 * decodeChunk decodes a parsed JSON chunk by its type; undefined if the type is unknown or a field is malformed. A
 * failure or a revoke is always decoded.
 */
export function decodeChunk(json: unknown): StreamEvent | undefined {
  if (!isRecord(json) || typeof json.type !== 'string') return undefined
  const type = json.type
  if (type === 'error') return decodeFailure(json, unknown)
  if (type === 'text' && json.revokeQAPair === true) return decodeRevoke(json)
  if (textKinds.includes(type as TextKind) && !isCard(json))
    return shaped('text', json, { type: 'text', kind: type })
  if (fileTypes.includes(type as FileType)) return shaped('file', json, { type })
  if (!chunkTypes.includes(type as ChunkType)) return undefined
  const event = shaped(type, json, { type })
  return event?.type === 'text' && !event.msg && json.cutoff === true ? { type: 'cutoff' } : event
}

/**
 * isCard distinguishes a card from the older text chunk with type `card`: only a card has an id and a kind.
 */
function isCard(json: Fields) {
  const said = (v: unknown) => typeof v === 'string' && v !== ''
  return json.type === 'card' && said(json.id) && said(json.kind)
}

/** A revoke with unreadable details still withdraws the answer. */
function decodeRevoke(json: unknown): StreamEvent {
  return (isRecord(json) && shaped('revoke', json, { type: 'revoke' })) || { type: 'revoke' }
}

/** A failure with unreadable details is still a failure. */
function decodeFailure(json: unknown, code: string): StreamEvent {
  const event = isRecord(json) ? shaped('error', json, { type: 'error' }) : undefined
  if (event?.type !== 'error') return { type: 'error', msg: '', code }
  return { ...event, code: event.code || code }
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

type Fields = Record<string, unknown>

function isRecord(v: unknown): v is Fields {
  return typeof v === 'object' && v !== null && !Array.isArray(v)
}

function shaped(shape: string, json: Fields, start: Fields): StreamEvent | undefined {
  try {
    return record(shape, json, start) as unknown as StreamEvent
  } catch (err) {
    if (err instanceof WrongType) return undefined
    throw err
  }
}

class WrongType extends Error {}

/**
 * record copies the fields named in the shape from `json` to `out`. It throws WrongType if the type of a value
 * differs from the shape. A missing field gets the zero value of its type. An optional field is left out if it
 * is missing or zero; an optional JSON value is left out only if it is missing or null.
 */
function record(shape: string, json: Fields, out: Fields): Fields {
  for (const [field, spec] of Object.entries(shapes[shape] ?? {})) {
    const optional = spec.endsWith('?')
    const value = read(optional ? spec.slice(0, -1) : spec, Object.hasOwn(json, field) ? json[field] : null)
    if (spec === 'json?' ? value !== null : !optional || !isZero(value)) out[field] = value
  }
  return out
}

function isZero(v: unknown) {
  return !v || (Array.isArray(v) && v.length === 0)
}

function read(type: string, v: unknown): unknown {
  if (type.endsWith('[]')) {
    if (v === null) return []
    if (!Array.isArray(v)) throw new WrongType()
    const of = type.slice(0, -2)
    return v.map((each) => read(of, each))
  }
  switch (type) {
    case 'json':
      return v
    case 'string':
      if (v === null) return ''
      if (typeof v !== 'string') throw new WrongType()
      return v.replace(/\p{Surrogate}/gu, '\ufffd')
    case 'boolean':
      if (v === null) return false
      if (typeof v !== 'boolean') throw new WrongType()
      return v
    case 'int':
    case 'number':
      if (v === null) return 0
      if (typeof v !== 'number' || !(type === 'int' ? Number.isSafeInteger(v) : Number.isFinite(v)))
        throw new WrongType()
      return v
  }
  if (v === null) return record(type, {}, {})
  if (!isRecord(v)) throw new WrongType()
  return record(type, v, {})
}
