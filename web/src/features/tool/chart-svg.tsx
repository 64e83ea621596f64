import type { SVGProps } from 'react'
import { baseOf, type Chart, colourOf, fitted, type Stop, tickText, valueText, widthOf } from './chart'
import {
  axisName,
  barPath,
  barsOf,
  isBars,
  linePath,
  type Plot,
  plotOf,
  runsOf,
  scatterX,
  slicesOf,
  xOf,
  yOf,
} from './plot'

export interface ChartSvgProps extends Omit<SVGProps<SVGSVGElement>, 'width' | 'height' | 'x' | 'y'> {
  /** Description for screen readers. */
  label: string
  chart: Chart
  width: number
  height: number
  locale: string
  stops: readonly Stop[]
  /** The index of the selected point in `stops`; the point is emphasised. */
  active?: number | null
}

const axis = { fill: 'var(--ink-3)', fontSize: 12 } as const
/**
 * In a line chart with up to this many labels, each point is marked by a circle. With more labels, only a
 * point that is not connected to another point is marked.
 */
const MARKED = 30

/** A chart with sizes in CSS pixels, in the colours of the surrounding theme. */
export function ChartSvg({ label, chart: c, width, height, locale, stops, active, ...rest }: ChartSvgProps) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      fontFamily="inherit"
      style={{ display: 'block', fontVariantNumeric: 'tabular-nums' }}
      {...rest}
    >
      {c.kind === 'pie' ? (
        <Pie chart={c} width={width} height={height} locale={locale} active={active ?? null} />
      ) : (
        <Axes
          chart={c}
          plot={plotOf(c, width, height, locale)}
          locale={locale}
          stops={stops}
          active={active ?? null}
        />
      )}
    </svg>
  )
}

interface Inside {
  chart: Chart
  plot: Plot
  locale: string
  stops: readonly Stop[]
  active: number | null
}

function Axes({ chart: c, plot: p, locale, stops, active }: Inside) {
  const base = baseOf(p.y)
  return (
    <>
      {axisName(c) && (
        <text x={0} y={12} {...axis}>
          {fitted(axisName(c), p.width)}
        </text>
      )}
      {p.y.ticks.map((t) => (
        <g key={t}>
          <line
            x1={p.left}
            x2={p.right}
            y1={yOf(p, t)}
            y2={yOf(p, t)}
            stroke={t === base ? 'var(--line-strong)' : 'var(--line)'}
            shapeRendering="crispEdges"
          />
          <text x={p.left - 8} y={yOf(p, t) + 4} textAnchor="end" {...axis}>
            {tickText(t, locale, c.unit)}
          </text>
        </g>
      ))}
      {p.labels.map((l, i) => {
        const at = { x: l.at, y: p.bottom + (p.turned ? 14 : 18) }
        // The first and the last label stay inside the chart.
        const half = widthOf(l.text) / 2
        const x = p.turned ? at.x + 4 : Math.max(half, Math.min(p.width - half, at.x))
        return (
          <text
            // biome-ignore lint/suspicious/noArrayIndexKey: labels may be equal; their order never changes.
            key={i}
            x={x}
            y={at.y}
            textAnchor={p.turned ? 'end' : 'middle'}
            transform={p.turned ? `rotate(-45 ${x} ${at.y})` : undefined}
            {...axis}
          >
            {l.text}
          </text>
        )
      })}
      {c.x && (
        <text x={(p.left + p.right) / 2} y={p.height - 4} textAnchor="middle" {...axis}>
          {c.x}
        </text>
      )}
      {isBars(c) ? (
        <Bars chart={c} plot={p} active={active} />
      ) : c.kind === 'scatter' ? (
        <Dots plot={p} stops={stops} active={active} />
      ) : (
        <Lines chart={c} plot={p} active={active} />
      )}
    </>
  )
}

function Bars({ chart: c, plot: p, active }: { chart: Chart; plot: Plot; active: number | null }) {
  return barsOf(c, p).map((b) => (
    <path
      key={`${b.at} ${b.of}`}
      d={barPath(b)}
      fill={colourOf(b.of)}
      opacity={active === null || active === b.at ? 1 : 0.45}
      stroke={c.kind === 'stacked' ? 'var(--surface)' : undefined}
      strokeWidth={c.kind === 'stacked' ? 1 : undefined}
    />
  ))
}

function Lines({ chart: c, plot: p, active }: { chart: Chart; plot: Plot; active: number | null }) {
  const foot = yOf(p, Math.max(p.y.min, 0))
  return (
    <>
      {active !== null && (
        <line
          x1={xOf(c, p, active)}
          x2={xOf(c, p, active)}
          y1={p.top}
          y2={p.bottom}
          stroke="var(--line-strong)"
          strokeDasharray="3 3"
        />
      )}
      {c.series.map((s, of) => {
        const runs = runsOf(c, p, of)
        const value = active === null ? null : s.values[active]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: names of series may be equal; their order never changes.
          <g key={of}>
            {runs.map((run) => (
              <g key={run[0]!.x}>
                {c.kind === 'area' && run.length > 1 && (
                  <path
                    d={`${linePath(run)}L${run.at(-1)!.x} ${foot}L${run[0]!.x} ${foot}Z`}
                    fill={colourOf(of)}
                    opacity={0.16}
                  />
                )}
                <path
                  d={linePath(run)}
                  fill="none"
                  stroke={colourOf(of)}
                  strokeWidth={2}
                  strokeLinejoin="round"
                  strokeLinecap="round"
                />
                {(c.labels.length <= MARKED || run.length === 1) &&
                  run.map((q) => (
                    <circle
                      key={q.x}
                      cx={q.x}
                      cy={q.y}
                      r={2.75}
                      fill="var(--surface)"
                      stroke={colourOf(of)}
                      strokeWidth={1.75}
                    />
                  ))}
              </g>
            ))}
            {active !== null && value !== null && value !== undefined && (
              <circle
                cx={xOf(c, p, active)}
                cy={yOf(p, value)}
                r={4.5}
                fill={colourOf(of)}
                stroke="var(--surface)"
                strokeWidth={2}
              />
            )}
          </g>
        )
      })}
    </>
  )
}

function Dots({ plot: p, stops, active }: { plot: Plot; stops: readonly Stop[]; active: number | null }) {
  return stops.map((s, i) => {
    const v = s.values[0]!
    return (
      <circle
        // biome-ignore lint/suspicious/noArrayIndexKey: points may be equal; their order never changes.
        key={i}
        cx={scatterX(p, v.x!)}
        cy={yOf(p, v.value)}
        r={active === i ? 6 : 4.5}
        fill={colourOf(v.of)}
        fillOpacity={active === null ? 0.72 : active === i ? 1 : 0.35}
        stroke="var(--surface)"
        strokeWidth={1}
      />
    )
  })
}

function Pie({
  chart: c,
  width,
  height,
  locale,
  active,
}: Omit<Inside, 'plot' | 'stops'> & { width: number; height: number }) {
  const r = Math.max(20, Math.min(width, height) / 2 - 8)
  const values = c.series[0]!.values
  return slicesOf(values, width / 2, height / 2, r).map((s) => (
    <g key={s.at} opacity={active === null || active === s.at ? 1 : 0.45}>
      <path
        d={s.path}
        fill={colourOf(s.at)}
        stroke="var(--surface)"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
      {s.share >= 0.07 && (
        <text
          x={s.x}
          y={s.y + 4}
          textAnchor="middle"
          fontSize={12}
          fontWeight={500}
          fill={s.at < 8 ? 'var(--on-qing)' : 'var(--ink)'}
        >
          {valueText(Math.round(s.share * 1000) / 10, locale, '%')}
        </text>
      )}
    </g>
  ))
}
