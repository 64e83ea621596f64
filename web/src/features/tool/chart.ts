/** The chart in a card's data. The server has validated it; the page checks it once more. */
export interface Chart {
  kind: Kind
  title: string
  labels: readonly string[]
  series: readonly Series[]
  x: string
  y: string
  unit: string
}

export interface Series {
  name: string
  /** The values; null is a gap. */
  values: readonly (number | null)[]
  /** The x values of a scatter chart. */
  x: readonly (number | null)[]
}

export const kinds = ['bar', 'stacked', 'line', 'area', 'pie', 'scatter'] as const
export type Kind = (typeof kinds)[number]

/** The same limits as on the server, in internal/plot. */
const MAX_SERIES = 8
const MAX_LABELS = 200
/** The limit for the points of all series together. */
const MAX_POINTS = 800

const text = (v: unknown) => (typeof v === 'string' ? v.slice(0, 100) : '')
const list = (v: unknown, most: number): unknown[] | null =>
  v === undefined || v === null ? [] : Array.isArray(v) && v.length <= most ? v : null
const number = (v: unknown) => (typeof v === 'number' && Number.isFinite(v) ? v : null)

/** The chart in a card's data, or null if it cannot be drawn. */
export function chartOf(data: unknown): Chart | null {
  const d = (typeof data === 'object' && data ? data : {}) as Record<string, unknown>
  const kind = kinds.find((k) => k === d.kind)
  const labels = list(d.labels, MAX_LABELS)?.map(text)
  const series = list(d.series, MAX_SERIES)?.map((s): Series => {
    const one = (typeof s === 'object' && s ? s : {}) as Record<string, unknown>
    return {
      name: text(one.name),
      values: (list(one.values, MAX_POINTS) ?? []).map(number),
      x: (list(one.x, MAX_POINTS) ?? []).map(number),
    }
  })
  if (!kind || !labels || !series?.length) return null
  const whole = series.every((s) => s.values.length === (kind === 'scatter' ? s.x.length : labels.length))
  const filled = series.some((s) => s.values.some((v) => v !== null))
  const points = series.reduce((sum, s) => sum + s.values.length, 0)
  if (!whole || !filled || points > MAX_POINTS || (kind === 'pie' && series.length > 1)) return null
  return { kind, labels, series, title: text(d.title), x: text(d.x), y: text(d.y), unit: text(d.unit) }
}

/** The hues of the series, in order; adjacent hues differ clearly. */
const hues = [208, 62, 20, 150, 268, 340, 110, 238]

/** The colour of a series or a slice. From the ninth on the hues repeat, mixed with the background. */
export function colourOf(i: number): string {
  const hue = hues[i % hues.length]!
  const own = i % hues.length === 0 ? 'var(--qing)' : `oklch(var(--sign) ${hue})`
  const round = Math.floor(i / hues.length)
  return round === 0 ? own : `color-mix(in oklch, ${own} ${round === 1 ? 62 : 36}%, var(--surface))`
}

/** The range of an axis, divided into round steps. */
export interface Scale {
  min: number
  max: number
  ticks: number[]
}

/** A scale for the values; with `zero` it includes 0. */
export function scaleOf(values: readonly number[], zero: boolean, steps = 4): Scale {
  let min = Math.min(...values)
  let max = Math.max(...values)
  // If all values have the same sign and the smallest absolute value is less than half of the largest, the
  // scale includes 0 even without `zero`.
  if (zero || (min >= 0 && min < max * 0.5) || (max <= 0 && max > min * 0.5)) {
    min = Math.min(0, min)
    max = Math.max(0, max)
  }
  if (min === max) {
    const room = Math.abs(min) / 2 || 1
    min -= min === 0 ? 0 : room
    max += room
  }
  const rough = (max - min) / steps
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 2.5, 5, 10].find((m) => m * power >= rough * 0.999) ?? 10)
  const from = Math.floor(min / step + 1e-9)
  const to = Math.ceil(max / step - 1e-9)
  const ticks: number[] = []
  for (let i = from; i <= to; i++) ticks.push(Number((i * step).toPrecision(12)))
  return { min: ticks[0]!, max: ticks.at(-1)!, ticks }
}

/** The grid line at this value is emphasised: 0, or the minimum of the scale if the scale does not include 0. */
export function baseOf(s: Scale): number {
  return s.min <= 0 && s.max >= 0 ? 0 : s.min
}

/** The values that determine the vertical scale; for stacked bars their sums. */
export function heightsOf(c: Chart): number[] {
  if (c.kind === 'stacked')
    return c.labels.map((_, i) => c.series.reduce((sum, s) => sum + (s.values[i] ?? 0), 0))
  return c.series.flatMap((s) => s.values.filter((v) => v !== null))
}

/** The text of a value for display. */
export function valueText(v: number | null, locale: string, unit = ''): string {
  if (v === null) return '–'
  const size = Math.abs(v)
  const shown = new Intl.NumberFormat(locale, {
    maximumFractionDigits: size >= 1000 ? 2 : size >= 1 ? 3 : 6,
  }).format(v)
  return unit ? (/^[%‰°]/.test(unit) ? shown + unit : `${shown} ${unit}`) : shown
}

/**
 * Units that contain a factor, such as 万元. On an axis in 万元, a label such as 3万 would be misleading.
 */
const scaled = /^(十|百|千|万|萬|亿|億|[kmb]\b|thousand|million|billion)/i

/**
 * The label of a value on an axis. From 10,000 on it is shortened with 万 and 亿 or with K and M, unless the unit already
 * contains such a factor.
 */
export function tickText(v: number, locale: string, unit = ''): string {
  const short = Math.abs(v) >= 10_000 && !scaled.test(unit)
  return new Intl.NumberFormat(locale, {
    notation: short ? 'compact' : 'standard',
    maximumFractionDigits: short ? 2 : 4,
  }).format(v)
}

/** The approximate width of a text at 12 px: 12 for a wide character, such as a Chinese one, and 6.8 for any other. */
export function widthOf(s: string): number {
  let w = 0
  for (const c of s) w += c.charCodeAt(0) > 0x2e80 ? 12 : 6.8
  return w
}

/** A text, cut so that it fits into a width; a cut text ends with …. */
export function fitted(s: string, width: number): string {
  if (widthOf(s) <= width) return s
  let out = ''
  for (const c of s) {
    if (widthOf(out + c) + 10 > width) break
    out += c
  }
  return `${out}…`
}

/** A point that can be selected: a label with the values of all series, or a point of a scatter chart. */
export interface Stop {
  label: string
  values: { name: string; value: number; of: number; x?: number }[]
}

/** The points of a chart in keyboard order. */
export function stopsOf(c: Chart): Stop[] {
  if (c.kind === 'scatter')
    return c.series.flatMap((s, of) =>
      s.values.flatMap((value, i) => {
        const x = s.x[i]
        return value === null || x === null || x === undefined
          ? []
          : [{ label: s.name, values: [{ name: s.name, value, of, x }] }]
      }),
    )
  return c.labels.map((label, i) => ({
    label,
    values: c.series.flatMap((s, of) => {
      const value = s.values[i]
      return value === null || value === undefined
        ? []
        : [{ name: s.name, value, of: c.kind === 'pie' ? i : of }]
    }),
  }))
}

/** The chart as table rows, header first. Values are numbers, so that a spreadsheet can calculate with them. */
export function rowsOf(c: Chart): (string | number | null)[][] {
  if (c.kind === 'scatter')
    return [
      ...(c.series.length > 1 ? [['', c.x || 'x', c.y || 'y']] : [[c.x || 'x', c.y || 'y']]),
      ...c.series.flatMap((s) =>
        s.values.map((v, i) => (c.series.length > 1 ? [s.name, s.x[i] ?? null, v] : [s.x[i] ?? null, v])),
      ),
    ]
  const unit = c.unit && ` (${c.unit})`
  return [
    [c.x, ...c.series.map((s) => `${s.name || c.y}${unit}`.trim())],
    ...c.labels.map((l, i) => [l, ...c.series.map((s) => s.values[i] ?? null)]),
  ]
}

/** The rows as CSV. A text that a spreadsheet would execute as a formula gets an apostrophe. */
export function csvOf(rows: readonly (readonly (string | number | null)[])[]): string {
  const cell = (v: string | number | null) => {
    const s = v === null ? '' : typeof v === 'string' && /^[=+\-@\t\r＝＋－＠]/.test(v) ? `'${v}` : String(v)
    return /[",\n\r]/.test(s) ? `"${s.replaceAll('"', '""')}"` : s
  }
  return `\uFEFF${rows.map((r) => r.map(cell).join(',')).join('\r\n')}\r\n`
}
