/** A diagram in an export request: its source, and a PNG in base64. */
export interface SentDiagram {
  source: string
  png: string
}

/** The server's limits: number of pictures, bytes per picture and in total. */
const MAX_COUNT = 40
const MAX_BYTES = 2 << 20
const MAX_ALL = 6 << 20
/** Time after which no further diagram of an export is drawn, in ms; the rest is exported as source text. */
const MAX_TIME = 20_000

/** The sources of the first MAX_COUNT different Mermaid diagrams in a Markdown text. */
export function diagramsIn(markdown: string): string[] {
  const found = new Set<string>()
  const lines = markdown.split('\n')
  for (let i = 0; i < lines.length; i++) {
    const open = /^((?:[\s>]|[-*+]\s|\d{1,9}[.)]\s)*)(`{3,}|~{3,})\s*mermaid\s*$/.exec(lines[i]!)
    if (!open) continue
    const [, before, fence] = open
    const source: string[] = []
    for (i++; i < lines.length && !lines[i]!.replace(/^[\s>]*/, '').startsWith(fence!); i++)
      source.push(inside(lines[i]!, before!.length))
    found.add(source.join('\n'))
  }
  return [...found].slice(0, MAX_COUNT)
}

/** A line without its leading white space and quote markers. At most `indent` characters are removed. */
function inside(line: string, indent: number): string {
  let at = 0
  while (at < indent && /[\s>]/.test(line[at] ?? '')) at++
  return line.slice(at)
}

/** Draws a text's diagrams on a white background. A diagram that cannot be drawn or exceeds a limit is left out. */
export async function drawn(markdown: string): Promise<SentDiagram[]> {
  const sources = diagramsIn(markdown)
  if (!sources.length) return []
  const { draw, toPng } = await import('@/features/diagram')
  const until = Date.now() + MAX_TIME
  const out: SentDiagram[] = []
  let all = 0
  for (const source of sources) {
    if (Date.now() > until) break
    try {
      const png = await toPng(await draw(source, 'light'))
      if (png.size > MAX_BYTES || all + png.size > MAX_ALL) continue
      all += png.size
      out.push({ source, png: await base64(png) })
    } catch {
      // Without a picture of the diagram, the exported file contains its source.
    }
  }
  return out
}

function base64(blob: Blob): Promise<string> {
  return new Promise((give, fail) => {
    const reader = new FileReader()
    reader.onload = () => give(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => fail(reader.error)
    reader.readAsDataURL(blob)
  })
}
