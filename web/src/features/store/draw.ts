import { encode } from 'uqr'
import { hueOf, initialOf } from '@/lib/initial'
import { breakLines } from './lines'

/** The content of a picture. */
export interface Picture {
  product: string
  name: string
  /** Address of the agent's picture. If it is empty or cannot be loaded, the initial of the name is drawn. */
  avatar: string
  text: string
  /** Drawn instead of the agent's picture: a large number with a unit, such as the days of a streak. */
  figure?: { number: string; unit: string }
  /** Small lines below the text. */
  notes: readonly string[]
  /** The address in the QR code. */
  address: string
  hint: string
}

/** Size of the card in pixels. */
export const WIDTH = 1080
export const HEIGHT = 1440

const margin = 96
const colours = { paper: '#faf9f6', card: '#ffffff', ink: '#22282f', second: '#5a636d', line: '#e6e3dc' }

const font = (size: number, weight = 400) =>
  `${weight} ${size}px system-ui, -apple-system, "PingFang SC", "HarmonyOS Sans SC", "Microsoft YaHei UI", "Noto Sans CJK SC", sans-serif`

/** Draws the card as a PNG. It rejects if the browser provides no canvas or no PNG. */
export async function drawCard(p: Picture): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const g = canvas.getContext('2d')
  if (!g) throw new Error('no canvas')
  const hue = hueOf(p.name)
  g.fillStyle = colours.paper
  g.fillRect(0, 0, WIDTH, HEIGHT)
  g.fillStyle = colours.card
  g.strokeStyle = colours.line
  g.lineWidth = 2
  g.beginPath()
  g.roundRect(48, 48, WIDTH - 96, HEIGHT - 96, 40)
  g.fill()
  g.stroke()
  g.textBaseline = 'top'

  let y = 128
  if (p.figure) y = drawFigure(g, p.figure, hue, y)
  else {
    await drawSign(g, p, hue, y)
    y += 208
  }
  y = drawText(g, p.name, { size: 60, weight: 600, colour: colours.ink, lines: 2, y })
  y = drawText(g, p.text, { size: 36, weight: 400, colour: colours.second, lines: 6, y: y + 20 })
  for (const note of p.notes)
    y = drawText(g, note, { size: 32, weight: 400, colour: colours.second, lines: 1, y: y + 20 })
  drawFoot(g, p)
  return new Promise((done, fail) =>
    canvas.toBlob((b) => (b ? done(b) : fail(new Error('no picture'))), 'image/png'),
  )
}

interface Style {
  size: number
  weight: number
  colour: string
  lines: number
  y: number
}

/** Draws a text and returns the vertical position below it. */
function drawText(g: CanvasRenderingContext2D, text: string, s: Style): number {
  g.font = font(s.size, s.weight)
  g.fillStyle = s.colour
  const lines = breakLines(text, WIDTH - 2 * margin, s.lines, (t) => g.measureText(t).width)
  for (const [i, line] of lines.entries()) g.fillText(line, margin, s.y + i * s.size * 1.5)
  return s.y + lines.length * s.size * 1.5
}

/** Sets the fill colour to `exact`, as in the page's icons, or to `plain` if the browser does not support `exact`. */
function paint(g: CanvasRenderingContext2D, plain: string, exact: string): void {
  g.fillStyle = plain
  g.fillStyle = exact
}

async function drawSign(g: CanvasRenderingContext2D, p: Picture, hue: number, y: number): Promise<void> {
  const size = 160
  g.save()
  g.beginPath()
  g.roundRect(margin, y, size, size, 36)
  g.clip()
  const picture = p.avatar ? await load(p.avatar) : null
  if (picture) g.drawImage(picture, margin, y, size, size)
  else {
    paint(g, `hsl(${hue} 42% 91%)`, `oklch(0.945 0.024 ${hue})`)
    g.fillRect(margin, y, size, size)
    paint(g, `hsl(${hue} 45% 34%)`, `oklch(0.49 0.115 ${hue})`)
    g.font = font(84, 600)
    g.textAlign = 'center'
    g.textBaseline = 'middle'
    g.fillText(initialOf(p.name), margin + size / 2, y + size / 2 + 4)
  }
  g.restore()
  g.textAlign = 'left'
  g.textBaseline = 'top'
}

function drawFigure(
  g: CanvasRenderingContext2D,
  { number, unit }: { number: string; unit: string },
  hue: number,
  y: number,
): number {
  paint(g, `hsl(${hue} 45% 34%)`, `oklch(0.49 0.115 ${hue})`)
  g.font = font(220, 700)
  g.fillText(number, margin - 8, y)
  const width = g.measureText(number).width
  g.font = font(52, 500)
  g.fillText(unit, margin + width + 12, y + 152)
  return y + 300
}

/** The QR code, a caption, and the product's name. */
function drawFoot(g: CanvasRenderingContext2D, p: Picture): void {
  const side = 240
  const top = HEIGHT - margin - side - 12
  const { data, size } = encode(p.address, { border: 2 })
  const cell = side / size
  g.fillStyle = '#ffffff'
  g.fillRect(margin, top, side, side)
  g.fillStyle = '#000000'
  for (const [row, cells] of data.entries())
    for (const [column, dark] of cells.entries())
      if (dark) g.fillRect(margin + column * cell, top + row * cell, Math.ceil(cell), Math.ceil(cell))
  g.fillStyle = colours.ink
  g.font = font(44, 600)
  g.fillText(p.product, margin + side + 40, top + 64)
  g.fillStyle = colours.second
  g.font = font(32)
  for (const [i, line] of breakLines(
    p.hint,
    WIDTH - 2 * margin - side - 40,
    2,
    (t) => g.measureText(t).width,
  ).entries())
    g.fillText(line, margin + side + 40, top + 136 + i * 46)
}

/** Loads a picture from this server; null if loading fails. */
async function load(address: string): Promise<HTMLImageElement | null> {
  const image = new Image()
  image.src = address
  try {
    await image.decode()
    return image
  } catch {
    return null
  }
}
