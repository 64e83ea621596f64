import { type Chart, fitted, heightsOf, type Scale, type Stop, scaleOf, tickText, widthOf } from './chart'

/** The layout of a chart, in pixels. */
export interface Plot {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
  y: Scale
  /** The horizontal scale of a scatter chart. */
  x?: Scale
  /** Distance between two neighbouring values; with a single value and for a scatter chart, the width of the plot. */
  slot: number
  /** The labels below the axis: as many as fit, shortened or rotated if they are long. */
  labels: { at: number; text: string }[]
  turned: boolean
}

/** Margins in px: RIGHT on the right, TOP at the top; NAMED replaces TOP if the vertical axis has a name. */
const RIGHT = 10
const TOP = 12
const NAMED = 30
/** Height of horizontal labels below the axis, and maximum height of rotated labels, in px. */
const LINE = 26
const TURNED = 78
/** Minimum space for a rotated label along the axis, in px. If there is less, only some labels are shown. */
const NARROW = 15

export const isBars = (c: Chart) => c.kind === 'bar' || c.kind === 'stacked'

/** The name above the vertical axis, with its unit. */
export const axisName = (c: Chart) => (c.y && c.unit ? `${c.y} (${c.unit})` : c.y || c.unit)

export function plotOf(c: Chart, width: number, height: number, locale: string): Plot {
  const y = scaleOf(heightsOf(c), c.kind !== 'line' && c.kind !== 'scatter')
  const left = Math.ceil(Math.max(...y.ticks.map((t) => widthOf(tickText(t, locale, c.unit))))) + 10
  const room = width - left - RIGHT
  const top = axisName(c) ? NAMED : TOP
  const base = { width, height, left, right: width - RIGHT, top, y }
  if (c.kind === 'scatter') {
    const x = scaleOf(
      c.series.flatMap((s) => s.x.filter((v) => v !== null)),
      false,
      Math.max(2, Math.min(6, Math.floor(room / 80))),
    )
    const labels = x.ticks.map((t) => ({
      at: left + (room * (t - x.min)) / (x.max - x.min),
      text: tickText(t, locale),
    }))
    return { ...base, x, labels, slot: room, turned: false, bottom: height - LINE - (c.x ? 18 : 0) }
  }
  const n = c.labels.length
  const slot = isBars(c) || n === 1 ? room / n : room / (n - 1)
  const at = (i: number) => (isBars(c) || n === 1 ? left + slot * (i + 0.5) : left + slot * i)
  const longest = Math.max(...c.labels.map(widthOf))
  // Long labels of bars are rotated if there is space, so that every bar gets its label. A line needs only some labels.
  const turned = isBars(c) && longest > slot - 6 && slot >= NARROW && slot < 74
  const gap = turned ? 1 : Math.max(1, Math.ceil((Math.min(longest, 90) + 10) / slot))
  const every = isBars(c) && slot >= 74 ? 1 : gap
  const most = turned ? TURNED + 14 : isBars(c) && every === 1 ? slot - 6 : 90
  const labels = c.labels.flatMap((l, i) => (i % every ? [] : [{ at: at(i), text: fitted(l, most) }]))
  const below = turned ? Math.min(TURNED, Math.ceil(longest * 0.71) + 20) : LINE
  return { ...base, slot, labels, turned, bottom: height - below - (c.x ? 18 : 0) }
}

/** The vertical position of a value. */
export const yOf = (p: Plot, v: number) =>
  p.bottom - ((p.bottom - p.top) * (v - p.y.min)) / (p.y.max - p.y.min)

/** The horizontal position of the i-th label. */
export function xOf(c: Chart, p: Plot, i: number): number {
  return isBars(c) || c.labels.length === 1 ? p.left + p.slot * (i + 0.5) : p.left + p.slot * i
}

/** The horizontal position of a point of a scatter chart. */
export const scatterX = (p: Plot, v: number) =>
  p.left + ((p.right - p.left) * (v - p.x!.min)) / (p.x!.max - p.x!.min)

/** One bar of a series at a label, from its base to its end. */
export interface Bar {
  x: number
  y: number
  width: number
  height: number
  of: number
  at: number
  up: boolean
  /** Whether the bar is the outer end of its stack; true for a bar that is not stacked. */
  end: boolean
}

const WIDEST = 52

export function barsOf(c: Chart, p: Plot): Bar[] {
  const out: Bar[] = []
  const zero = yOf(p, Math.max(p.y.min, Math.min(p.y.max, 0)))
  const many = c.kind === 'stacked' ? 1 : c.series.length
  const room = Math.min(p.slot * (many > 1 ? 0.78 : 0.62), WIDEST * many)
  const width = Math.max(1, room / many)
  for (const [at] of c.labels.entries()) {
    let sum = 0
    const tops = c.series.findLastIndex((s) => (s.values[at] ?? 0) > 0)
    for (const [of, s] of c.series.entries()) {
      const v = s.values[at]
      if (v === null || v === undefined) continue
      const middle = xOf(c, p, at)
      if (c.kind === 'stacked') {
        const foot = yOf(p, sum)
        sum += v
        const head = yOf(p, sum)
        if (v > 0)
          out.push({
            x: middle - room / 2,
            y: head,
            width: room,
            height: foot - head,
            of,
            at,
            up: true,
            end: of === tops,
          })
        continue
      }
      const head = yOf(p, v)
      const gap = many > 1 && width > 4 ? 1 : 0
      out.push({
        x: middle - room / 2 + width * of + gap,
        y: Math.min(head, zero),
        width: Math.max(1, width - 2 * gap),
        height: Math.max(Math.abs(zero - head), v === 0 ? 0 : 1),
        of,
        at,
        up: v >= 0,
        end: true,
      })
    }
  }
  return out
}

/** A bar as a path; its outer end has round corners if `end` is true. */
export function barPath(b: Bar): string {
  const r = b.end ? Math.min(4, b.width / 2, b.height) : 0
  const { x, y, width: w, height: h } = b
  if (b.up)
    return `M${x} ${y + h}V${y + r}Q${x} ${y} ${x + r} ${y}H${x + w - r}Q${x + w} ${y} ${x + w} ${y + r}V${y + h}Z`
  return `M${x} ${y}V${y + h - r}Q${x} ${y + h} ${x + r} ${y + h}H${x + w - r}Q${x + w} ${y + h} ${x + w} ${y + h - r}V${y}Z`
}

/** The points of a series as lines; a gap in the values ends a line. */
export function runsOf(c: Chart, p: Plot, of: number): { x: number; y: number }[][] {
  const out: { x: number; y: number }[][] = [[]]
  for (const [i, v] of c.series[of]!.values.entries()) {
    if (v === null) out.push([])
    else out.at(-1)!.push({ x: xOf(c, p, i), y: yOf(p, v) })
  }
  return out.filter((run) => run.length > 0)
}

export const linePath = (run: readonly { x: number; y: number }[]) =>
  run.map((q, i) => `${i ? 'L' : 'M'}${q.x} ${q.y}`).join('')

/** A slice of a pie, clockwise from the top. */
export interface Slice {
  path: string
  at: number
  share: number
  /** The position of the slice's label. */
  x: number
  y: number
}

export function slicesOf(values: readonly (number | null)[], cx: number, cy: number, r: number): Slice[] {
  const sum = values.reduce<number>((all, v) => all + (v ?? 0), 0)
  let turn = 0
  return values.flatMap((v, at) => {
    const share = (v ?? 0) / sum
    if (!(share > 0)) return []
    const from = turn
    turn += share
    const point = (t: number, far: number) => ({
      x: cx + far * Math.sin(2 * Math.PI * t),
      y: cy - far * Math.cos(2 * Math.PI * t),
    })
    const a = point(from, r)
    const b = point(turn, r)
    const middle = point(from + share / 2, r * 0.66)
    const path =
      share > 0.99999
        ? `M${cx} ${cy - r}A${r} ${r} 0 1 1 ${cx - 0.01} ${cy - r}Z`
        : `M${cx} ${cy}L${a.x} ${a.y}A${r} ${r} 0 ${share > 0.5 ? 1 : 0} 1 ${b.x} ${b.y}Z`
    return [{ path, at, share, ...middle }]
  })
}

/** The index in `stops` of the point nearest to a position. */
export function nearest(c: Chart, p: Plot, stops: readonly Stop[], x: number, y: number): number {
  if (c.kind !== 'scatter') {
    const i =
      isBars(c) || c.labels.length === 1
        ? Math.floor((x - p.left) / p.slot)
        : Math.round((x - p.left) / p.slot)
    return Math.max(0, Math.min(stops.length - 1, i))
  }
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (const [i, s] of stops.entries()) {
    const v = s.values[0]!
    const far = (scatterX(p, v.x!) - x) ** 2 + (yOf(p, v.value) - y) ** 2
    if (far < least) [best, least] = [i, far]
  }
  return best
}
