import type { AdminEngine, AdminSource } from '@/api'

/** The section of search sources as the server stores it. */
export interface SourceDoc {
  sources: SourceRow[]
  /** Whether answers also search for pictures and videos: one of mediaModes. */
  media?: MediaMode
}

/** The values of `media`. If `media` is empty, the question decides whether to search for pictures and videos. */
export const mediaModes = ['', 'always', 'never'] as const
export type MediaMode = (typeof mediaModes)[number]

export interface SourceRow {
  id: string
  engine: string
  name: string
  /** Empty: the engine's default address. */
  url: string
  /** The key of the source. The value KEPT keeps the stored key. */
  key: string
  keyId: string
  proxy: string
  local: boolean
  /**
   * Whether the source is a fallback. A fallback is asked only if the ordinary sources and the earlier fallbacks found
   * nothing.
   */
  fallOver: boolean
  /** Maximum calls per day; 0: no limit. */
  dailyLimit: number
  /** Cost per call, in the operator's currency. */
  cost: number
  option: string
  disabled: boolean
  /**
   * Whether the source is defined elsewhere, for example by an environment variable. The row then states only how the
   * source is used.
   */
  own: boolean
}

export const blankSource: SourceRow = {
  id: '',
  engine: '',
  name: '',
  url: '',
  key: '',
  keyId: '',
  proxy: '',
  local: false,
  fallOver: false,
  dailyLimit: 0,
  cost: 0,
  option: '',
  disabled: false,
  own: false,
}

/**
 * One row for each of `sources`, in their order, followed by the other stored rows. A source without a stored row gets
 * a new row.
 */
export function rowsOf(doc: SourceDoc | undefined, sources: readonly AdminSource[]): SourceRow[] {
  const rows = doc?.sources ?? []
  const shown = sources.map(
    (s): SourceRow =>
      rows.find((r) => r.id === s.id) ?? {
        ...blankSource,
        id: s.id,
        fallOver: s.fallOver,
        dailyLimit: s.dailyLimit,
        cost: s.cost,
        disabled: s.disabled,
        own: true,
      },
  )
  return [...shown, ...rows.filter((r) => !sources.some((s) => s.id === r.id))]
}

/** The list with the row at `from` moved to `to`. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  next.splice(Math.max(0, Math.min(to, list.length - 1)), 0, ...next.splice(from, 1))
  return next
}

/** An id for a new source with this engine. */
export function sourceId(engine: string, taken: readonly string[]): string {
  let id = engine
  for (let n = 2; taken.includes(id); n++) id = `${engine}-${n}`
  return id
}

/** Whether a row has all values required by its engine. */
export function isWhole(row: SourceRow, engine: AdminEngine | undefined): boolean {
  if (row.own) return true
  return (
    engine !== undefined &&
    (row.url !== '' || engine.baseUrl !== '') &&
    (row.key !== '' || engine.keyUrl === '')
  )
}
