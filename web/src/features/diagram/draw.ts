import mermaid from 'mermaid'
import { themeVariables, tokensOf } from './colours'

export type Theme = 'light' | 'dark'

/** A diagram as SVG, with its own size in CSS pixels. */
export interface Drawing {
  svg: string
  width: number
  height: number
}

/** Maximum characters and lines of a source. Drawing blocks the page, so a longer source is shown as text instead. */
const MAX_SOURCE = 20_000
const MAX_LINES = 400

/** Width of a Gantt chart in CSS pixels. With Mermaid's default, the window's width, dates may overlap. */
const GANTT_WIDTH = 760

let count = 0
let turn: Promise<unknown> = Promise.resolve()

/** Draws one diagram at a time, in the page's colours. It rejects for an invalid or too large source. */
export function draw(source: string, theme: Theme): Promise<Drawing> {
  const next = turn.then(async () => {
    if (source.length > MAX_SOURCE || source.split('\n', MAX_LINES + 1).length > MAX_LINES)
      throw new Error('diagram too long')
    const { fontFamily } = getComputedStyle(document.body)
    const page = tokensOf(theme)
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      suppressErrorRendering: true,
      theme: 'base',
      themeVariables: themeVariables(page, theme === 'dark', fontFamily),
      htmlLabels: false,
      flowchart: { htmlLabels: false },
      gantt: { useWidth: GANTT_WIDTH },
      // Overrides defaults of Mermaid: grid lines in the text colour, and left-aligned text in the root of a mind map.
      themeCSS: `.grid .tick line { stroke: ${page.line} } .section-root text { text-anchor: middle }`,
      fontFamily,
    })
    const { svg } = await mermaid.render(`diagram-${count++}`, source)
    return sized(svg)
  })
  turn = next.catch(() => {})
  return next
}

/**
 * Sets the size of an SVG to the size of its view box. Most diagrams only have a width of 100 %. As images,
 * such diagrams would have no size and be cut or shrunk.
 */
export function sized(svg: string): Drawing {
  const tag = /<svg\b[^>]*>/.exec(svg)
  const view = tag && /\sviewBox="\s*[-\d.e]+[\s,]+[-\d.e]+[\s,]+([\d.e]+)[\s,]+([\d.e]+)\s*"/.exec(tag[0])
  const [width, height] = [Math.ceil(Number(view?.[1])), Math.ceil(Number(view?.[2]))]
  if (!tag || !(width > 0) || !(height > 0)) throw new Error('diagram without a size')
  const bare = tag[0].replace(/\s(?:width|height|style)="[^"]*"/g, '')
  const open = `${bare.slice(0, -1)} width="${width}" height="${height}">`
  return { svg: svg.replace(tag[0], () => open), width, height }
}

/** A drawing as an image address. In an image, an SVG runs no script, loads nothing and follows no link. */
export function addressOf({ svg }: Drawing): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
}
