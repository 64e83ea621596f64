import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { saveFile } from '@/lib/save-file'
import { type Chart, colourOf, csvOf, fitted, rowsOf, stopsOf, valueText, widthOf } from './chart'
import { ChartSvg } from './chart-svg'

/** Width of an exported picture in CSS pixels; a PNG has twice as many pixels. */
const WIDTH = 880
const HEIGHT = 440
const EDGE = 24
const TITLE = 30
const ROW = 22
const SCALE = 2

export type SavedAs = 'png' | 'svg' | 'csv'

/**
 * Saves a chart as a file. The name of the file is the chart's title, or `name` if the chart has no title. Pictures are
 * in the light theme.
 */
export async function saveChart(chart: Chart, as: SavedAs, locale: string, name: string): Promise<void> {
  const file = `${(chart.title || name).replace(/[\\/:*?"<>|]/g, '-')}.${as}`
  if (as === 'csv') {
    saveFile(new Blob([csvOf(rowsOf(chart))], { type: 'text/csv;charset=utf-8' }), file)
    return
  }
  const svg = picture(chart, locale)
  const text = new XMLSerializer().serializeToString(svg)
  saveFile(as === 'svg' ? new Blob([text], { type: 'image/svg+xml' }) : await toPng(text, svg), file)
}

/**
 * The entries of the legend, each with the index of its colour. A chart with a single series has no legend, unless it
 * is a pie.
 */
function legendOf(c: Chart, locale: string): { text: string; of: number }[] {
  if (c.kind === 'pie') {
    const sum = c.series[0]!.values.reduce<number>((all, v) => all + (v ?? 0), 0)
    return c.labels.map((l, of) => {
      const v = c.series[0]!.values[of] ?? 0
      return {
        of,
        text: `${l} ${valueText(v, locale, c.unit)} · ${valueText(Math.round((v / sum) * 1000) / 10, locale, '%')}`,
      }
    })
  }
  return c.series.length > 1 ? c.series.map((s, of) => ({ of, text: s.name })) : []
}

/** The chart with title and legend as an SVG, with colours that all programs support. */
export function picture(chart: Chart, locale: string): SVGSVGElement {
  const at: { x: number; y: number; text: string; of: number }[] = []
  let x = 0
  let y = 0
  for (const l of legendOf(chart, locale)) {
    const text = fitted(l.text, WIDTH - 2 * EDGE - 20)
    const room = widthOf(text) + 38
    if (x > 0 && x + room > WIDTH - 2 * EDGE) [x, y] = [0, y + ROW]
    at.push({ x, y, text, of: l.of })
    x += room
  }
  const head = (chart.title ? TITLE : 0) + (at.length ? y + ROW + 10 : 0)
  const height = HEIGHT + head + 2 * EDGE
  const ground = document.createElement('div')
  ground.dataset.theme = 'light'
  ground.hidden = true
  document.body.append(ground)
  const root = createRoot(ground)
  try {
    flushSync(() =>
      root.render(
        <svg
          xmlns="http://www.w3.org/2000/svg"
          width={WIDTH}
          height={height}
          viewBox={`0 0 ${WIDTH} ${height}`}
          role="img"
          aria-label={chart.title}
        >
          <rect width={WIDTH} height={height} fill="var(--surface)" />
          {chart.title && (
            <text x={EDGE} y={EDGE + 16} fontSize={17} fontWeight={600} fill="var(--ink)">
              {chart.title}
            </text>
          )}
          {at.map((l) => (
            <g key={l.of} transform={`translate(${EDGE + l.x} ${EDGE + (chart.title ? TITLE : 0) + l.y})`}>
              <rect y={3} width={10} height={10} rx={3} fill={colourOf(l.of)} />
              <text x={16} y={12} fontSize={12} fill="var(--ink-2)">
                {l.text}
              </text>
            </g>
          ))}
          <g transform={`translate(${EDGE} ${EDGE + head})`}>
            <ChartSvg
              label={chart.title}
              chart={chart}
              width={WIDTH - 2 * EDGE}
              height={HEIGHT}
              locale={locale}
              stops={stopsOf(chart)}
            />
          </g>
        </svg>,
      ),
    )
    const svg = ground.querySelector('svg')!
    resolve(svg)
    return svg.cloneNode(true) as SVGSVGElement
  } finally {
    root.unmount()
    ground.remove()
  }
}

/** Inlines the page's colours and fonts, because a file has no style sheet. */
function resolve(svg: SVGSVGElement): void {
  const hex = brush()
  for (const el of svg.querySelectorAll<SVGElement>('*')) {
    const style = getComputedStyle(el)
    for (const what of ['fill', 'stroke'] as const) {
      const said = el.getAttribute(what)
      if (said && said !== 'none') el.setAttribute(what, hex(style[what]))
    }
    el.removeAttribute('style')
    el.removeAttribute('class')
  }
  svg.setAttribute('font-family', getComputedStyle(document.body).fontFamily)
}

/** Converts any colour to #rrggbb, which programs other than browsers can read. */
function brush(): (colour: string) => string {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const brush = canvas.getContext('2d', { willReadFrequently: true })
  return (colour) => {
    if (!brush) return colour
    brush.fillStyle = colour
    brush.fillRect(0, 0, 1, 1)
    const [r, g, b] = brush.getImageData(0, 0, 1, 1).data
    return `#${[r!, g!, b!].map((v) => v.toString(16).padStart(2, '0')).join('')}`
  }
}

async function toPng(text: string, svg: SVGSVGElement): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = Number(svg.getAttribute('width')) * SCALE
  canvas.height = Number(svg.getAttribute('height')) * SCALE
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((give, fail) =>
    canvas.toBlob((png) => (png ? give(png) : fail(new Error('no picture'))), 'image/png'),
  )
}
