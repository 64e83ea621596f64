import { ChartColumn, Download, Table } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useLocale, useT } from '@/i18n'
import { IconButton } from '@/ui/button'
import { Menu } from '@/ui/menu'
import { toast } from '@/ui/toast'
import { type Chart, chartOf, colourOf, rowsOf, type Stop, stopsOf, valueText } from './chart'
import { type SavedAs, saveChart } from './chart-save'
import { ChartSvg } from './chart-svg'
import { nearest, plotOf, scatterX, xOf, yOf } from './plot'

export interface ChartCardProps {
  card: { data?: unknown; title?: string; fallback?: string }
}

/** A chart in an answer, with a switch to its table, and export. */
export default function ChartCard({ card }: ChartCardProps) {
  const t = useT()
  const locale = useLocale()
  const chart = useMemo(() => chartOf(card.data), [card.data])
  const [table, setTable] = useState(false)
  // If the card has no title, the chart's own title is shown, as for charts of the built-in engine.
  const own = card.title ? '' : chart?.title
  if (!chart) return <p className="text-[13.5px] text-ink-3">{card.fallback || t('tool.chart.broken')}</p>
  const save = (as: SavedAs) =>
    saveChart(chart, as, locale, t('tool.chart')).catch(() =>
      toast(t('tool.chart.notSaved'), { kind: 'error' }),
    )
  return (
    <div className="relative">
      {/* The buttons are at the height of the card's title, if the card has one. */}
      <div
        className="absolute right-0 flex gap-3 bg-surface text-ink-3"
        style={{ top: card.title ? -34 : -6, marginRight: -8 }}
      >
        <IconButton
          size="md"
          label={t(table ? 'tool.chart.asChart' : 'tool.chart.asTable')}
          aria-pressed={table}
          onClick={() => setTable(!table)}
        >
          {table ? <ChartColumn strokeWidth={1.5} /> : <Table strokeWidth={1.5} />}
        </IconButton>
        <Menu
          label={t('tool.save')}
          align="end"
          trigger={(props) => (
            <IconButton size="md" label={t('tool.save')} {...props}>
              <Download strokeWidth={1.5} />
            </IconButton>
          )}
          entries={(['png', 'svg', 'csv'] as const).map((as) => ({
            id: as,
            label: t(`tool.chart.${as}`),
            onSelect: () => void save(as),
          }))}
        />
      </div>
      {own && <p className="mb-1 font-medium text-[14px]">{own}</p>}
      <Legend chart={chart} titled={Boolean(card.title || own)} />
      {table ? <ChartTable chart={chart} /> : <Drawn chart={chart} title={card.title ?? chart.title} />}
    </div>
  )
}

function Sign({ of }: { of: number }) {
  return <span aria-hidden className="size-2.5 shrink-0 rounded-full" style={{ background: colourOf(of) }} />
}

/** The legend of several series. A pie has no legend, because Slices names its slices. */
function Legend({ chart: c, titled }: { chart: Chart; titled: boolean }) {
  if (c.kind === 'pie' || c.series.length < 2) return titled ? null : <div className="h-7" />
  return (
    <ul className="flex min-w-0 flex-wrap gap-x-4 gap-y-1 pb-2 text-[12.5px] text-ink-2">
      {c.series.map((s, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names of series may be equal; their order never changes.
        <li key={i} className="flex min-w-0 items-center gap-1.5">
          <Sign of={i} />
          <span className="truncate">{s.name}</span>
        </li>
      ))}
    </ul>
  )
}

/** The width of an element, as it changes. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const el = ref.current!
    const look = () => setWidth(Math.floor(el.clientWidth))
    look()
    const watch = new ResizeObserver(look)
    watch.observe(el)
    return () => watch.disconnect()
  }, [])
  return [ref, width] as const
}

/** In a chart narrower than this width, in px, the labels of a pie are under the pie. */
const NARROW = 460

function Drawn({ chart: c, title }: { chart: Chart; title: string }) {
  const t = useT()
  const locale = useLocale()
  const [ref, width] = useWidth()
  const [active, setActive] = useState<number | null>(null)
  const stops = useMemo(() => stopsOf(c), [c])
  const narrow = width < NARROW
  const height = c.kind === 'pie' ? (narrow ? Math.min(width, 260) : 260) : narrow ? 240 : 290
  const drawn = c.kind === 'pie' && !narrow ? 280 : width
  const keys = (e: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key]
    const to = step
      ? ((active ?? (step > 0 ? -1 : 0)) + step + stops.length) % stops.length
      : { Home: 0, End: stops.length - 1, Escape: null }[e.key]
    if (to === undefined) return
    e.preventDefault()
    setActive(to)
  }
  const over = (e: PointerEvent<SVGSVGElement>) => {
    if (c.kind === 'pie') return
    const box = e.currentTarget.getBoundingClientRect()
    const p = plotOf(c, drawn, height, locale)
    setActive(nearest(c, p, stops, e.clientX - box.left, e.clientY - box.top))
  }
  const at = active === null ? undefined : stops[active]
  const said = (s: Stop) => saidOf(c, s, locale)
  return (
    <div ref={ref} className={c.kind === 'pie' && !narrow ? 'flex items-center gap-6' : undefined}>
      {width > 0 && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys step through the values; the chart is an image with a name.
        <div
          className="relative shrink-0"
          onKeyDown={keys}
          onPointerLeave={() => setActive(null)}
          onBlur={() => setActive(null)}
        >
          <ChartSvg
            chart={c}
            width={drawn}
            height={height}
            locale={locale}
            stops={stops}
            active={active}
            label={t('tool.chart.label', {
              title: title || t('tool.chart'),
              kind: t(`tool.chart.kind.${c.kind}`),
            })}
            tabIndex={0}
            className="rounded-sm"
            onPointerMove={over}
            onPointerDown={over}
          />
          {at && c.kind !== 'pie' && (
            <Tip chart={c} stop={at} index={active!} width={drawn} height={height} />
          )}
        </div>
      )}
      <p aria-live="polite" className="sr-only">
        {at && said(at)}
      </p>
      {c.kind === 'pie' && <Slices chart={c} stops={stops} active={active} onActive={setActive} />}
    </div>
  )
}

/** A point in words, for screen readers. */
function saidOf(c: Chart, s: Stop, locale: string): string {
  const values = s.values.map((v) =>
    [
      v.x === undefined ? (c.series.length > 1 ? v.name : '') : valueText(v.x, locale),
      valueText(v.value, locale, c.unit),
    ]
      .filter(Boolean)
      .join(' '),
  )
  return [s.label, ...values].filter(Boolean).join(', ')
}

/** Maximum width of a tooltip, in px. */
const TIP = 200

function Tip({
  chart: c,
  stop,
  index,
  width,
  height,
}: {
  chart: Chart
  stop: Stop
  index: number
  width: number
  height: number
}) {
  const locale = useLocale()
  const p = plotOf(c, width, height, locale)
  const first = stop.values[0]
  const x = c.kind === 'scatter' ? scatterX(p, first!.x!) : xOf(c, p, index)
  const top = c.kind === 'scatter' ? yOf(p, first!.value) : p.top
  const right = x > width / 2
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-10 rounded-sm border border-line bg-surface px-2.5 py-1.5 text-[12.5px] shadow-pop"
      style={{
        top: Math.min(top, height - 60),
        maxWidth: TIP,
        ...(right ? { right: width - x + 12 } : { left: x + 12 }),
      }}
    >
      {stop.label && <p className="mb-0.5 text-ink-3">{stop.label}</p>}
      {stop.values.map((v) => (
        <p key={v.of} className="flex items-center gap-1.5">
          <Sign of={v.of} />
          {c.kind === 'scatter' ? (
            <span className="tabular-nums">
              {c.x || 'x'} {valueText(v.x!, locale)}, {c.y || 'y'} {valueText(v.value, locale, c.unit)}
            </span>
          ) : (
            <>
              {c.series.length > 1 && <span className="min-w-0 truncate text-ink-2">{v.name}</span>}
              <span className="ml-auto whitespace-nowrap pl-2 font-medium tabular-nums">
                {valueText(v.value, locale, c.unit)}
              </span>
            </>
          )}
        </p>
      ))}
    </div>
  )
}

/** The slices of a pie with their values and shares. */
function Slices({
  chart: c,
  stops,
  active,
  onActive,
}: {
  chart: Chart
  stops: readonly Stop[]
  active: number | null
  onActive: (i: number | null) => void
}) {
  const locale = useLocale()
  const sum = stops.reduce((all, s) => all + (s.values[0]?.value ?? 0), 0)
  return (
    <ul className="min-w-0 flex-1 py-2 text-[13px]">
      {stops.map((s, i) => {
        const v = s.values[0]?.value ?? 0
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: labels may be equal; their order never changes.
            key={i}
            className="flex items-center gap-2 rounded-sm px-2 py-1"
            style={active === i ? { background: 'var(--hover)' } : undefined}
            onPointerEnter={() => onActive(i)}
            onPointerLeave={() => onActive(null)}
          >
            <Sign of={i} />
            <span className="min-w-0 flex-1 truncate text-ink-2">{s.label}</span>
            <span className="tabular-nums">{valueText(v, locale, c.unit)}</span>
            <span className="w-12 text-right text-ink-3 tabular-nums">
              {valueText(Math.round((v / sum) * 1000) / 10, locale, '%')}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function ChartTable({ chart }: { chart: Chart }) {
  const locale = useLocale()
  const t = useT()
  const [head, ...rows] = rowsOf(chart)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section aria-label={t('tool.chart.asTable')} tabIndex={0} className="max-h-80 overflow-auto">
      <table className="w-full text-left text-[13.5px]">
        <thead>
          <tr className="border-line border-b text-ink-3">
            {head!.map((h, i) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move.
                key={i}
                scope="col"
                className="py-1.5 pr-4 font-medium"
                style={i ? { textAlign: 'right' } : undefined}
              >
                {h}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((r, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never move.
            <tr key={i} className="border-line border-b last:border-0">
              {r.map((v, j) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns never move.
                  key={j}
                  className="py-1.5 pr-4 tabular-nums"
                  style={typeof v === 'string' ? undefined : { textAlign: 'right' }}
                >
                  {typeof v === 'string' ? v : valueText(v, locale)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
