import { renderSVG } from 'uqr'
import css from '@/share/share.css?inline'

/** Width of a poster in CSS px, and the pixel ratio. */
export const WIDTH = 540
const SCALE = 2
/** Height in CSS px above which a poster is split into several pictures. */
const PAGE = 4000
const MOST = 30
const FOOT = 150

/** The footer of the last picture. */
export interface Foot {
  brand: string
  note: string
  url: string
}

/** Additional styles of a poster: it is always light, and parts that are useless in a picture are hidden. */
const own = `
  .poster { width: ${WIDTH}px; padding: 28px 24px 8px; background: #fafaf7; color: #1f2937; font: 16px/1.75 system-ui, -apple-system, "PingFang SC", "Microsoft YaHei UI", "Noto Sans CJK SC", sans-serif; overflow-wrap: anywhere; box-sizing: border-box; }
  .poster h1 { margin: 0; font-size: 24px; line-height: 1.4; }
  .poster pre, .poster .table, .poster .formula { overflow: visible; }
  .poster pre { white-space: pre-wrap; }
  .poster .aside, .poster .sources q, .poster summary::marker { display: none; }
  .poster summary { list-style: none; }
  .foot { display: flex; align-items: center; gap: 16px; width: ${WIDTH}px; height: ${FOOT}px; margin: 0; padding: 0 24px; border: 0; border-top: 1px solid #e3e3dc; background: #fafaf7; color: #4b5563; font: 14px/1.6 system-ui, sans-serif; box-sizing: border-box; max-width: none; }
  .foot img { width: 110px; height: 110px; }
  .foot strong { display: block; color: #1f2937; font-size: 17px; }
`

const light = css.replaceAll('@media print', '@media not all')

/** Lays the poster out in an invisible element, measures it, and draws it. */
export async function drawPoster(
  title: string,
  html: string,
  foot: Foot,
  pass: string,
  signal: AbortSignal,
): Promise<Blob[]> {
  const host = document.createElement('div')
  host.setAttribute('aria-hidden', 'true')
  host.style.cssText = 'position:fixed;left:-10000px;top:0'
  const root = host.attachShadow({ mode: 'open' })
  const style = document.createElement('style')
  style.textContent = `${light.replaceAll(':root', '.poster-root')}${own}`
  const frame = document.createElement('div')
  frame.className = 'poster-root'
  frame.dataset.theme = 'light'
  const poster = document.createElement('div')
  poster.className = 'poster'
  // The server has made this HTML, with allowed elements only.
  poster.innerHTML = html
  const heading = document.createElement('h1')
  heading.textContent = title
  poster.prepend(heading)
  frame.append(poster)
  root.append(style, frame)
  document.body.append(host)
  try {
    await inlinePictures(poster, pass, signal)
    shrink(poster)
    const pages: Blob[] = []
    const cuts = cutsOf(poster)
    for (let i = 0; i + 1 < cuts.length; i++) {
      signal.throwIfAborted()
      const last = i + 2 === cuts.length
      pages.push(await drawPage(style, poster, cuts[i]!, cuts[i + 1]!, last ? foot : null))
    }
    return pages
  } finally {
    host.remove()
  }
}

/**
 * Replaces the address of each picture by a data URL, because an SVG on a canvas loads no other files. A
 * picture is removed if it is not below /s/ or cannot be loaded.
 */
async function inlinePictures(poster: HTMLElement, pass: string, signal: AbortSignal): Promise<void> {
  for (const img of poster.querySelectorAll('img')) {
    try {
      const src = img.getAttribute('src') ?? ''
      if (!src.startsWith('/s/')) throw new Error(src)
      img.removeAttribute('loading')
      // biome-ignore lint/style/noRestrictedGlobals: it loads a picture of the shared page and calls no API.
      const res = await fetch(src, { signal, headers: pass ? { 'x-share-pass': pass } : undefined })
      if (!res.ok) throw new Error(src)
      img.src = await dataAddress(await res.blob())
      await img.decode()
    } catch {
      signal.throwIfAborted()
      img.remove()
    }
  }
}

const dataAddress = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })

/** Scales down tables and formulas that are too wide, because a picture cannot scroll. */
function shrink(poster: HTMLElement): void {
  for (const el of poster.querySelectorAll<HTMLElement>('.table > table, .formula > math')) {
    const room = (el.parentElement as HTMLElement).clientWidth
    const wide = el.getBoundingClientRect().width
    if (wide > room) (el.parentElement as HTMLElement).style.setProperty('zoom', String(room / wide))
  }
}

/**
 * The vertical positions at which a poster is cut into pictures, in px; the first is 0, and the last is the
 * height of the poster. A picture is at most `page` high, and ends below the last block that fits completely.
 * If the picture would then be at most half of `page` high, it is `page` high instead. There are at most MOST
 * pictures, so the last picture may be higher than `page`.
 */
export function cutsOf(poster: HTMLElement, page: number = PAGE): number[] {
  const top = poster.getBoundingClientRect().top
  const height = Math.ceil(poster.getBoundingClientRect().height)
  const ends = [...poster.querySelectorAll('.said, .prose > *, .sources li, tr, .card, .step')]
    .map((el) => Math.ceil(el.getBoundingClientRect().bottom - top) + 4)
    .sort((a, b) => a - b)
  const cuts = [0]
  while (height - cuts.at(-1)! > page && cuts.length < MOST) {
    const from = cuts.at(-1)!
    const end = ends.findLast((y) => y <= from + page && y > from + page / 2)
    cuts.push(end ?? from + page)
  }
  cuts.push(height)
  return cuts
}

async function drawPage(
  style: HTMLElement,
  poster: HTMLElement,
  from: number,
  to: number,
  foot: Foot | null,
): Promise<Blob> {
  const height = to - from + (foot ? FOOT : 0)
  const page = document.createElement('div')
  page.className = 'poster-root'
  page.dataset.theme = 'light'
  page.setAttribute('xmlns', 'http://www.w3.org/1999/xhtml')
  const window = document.createElement('div')
  window.style.cssText = `height:${to - from}px;overflow:hidden`
  const copy = poster.cloneNode(true) as HTMLElement
  copy.style.marginTop = `${-from}px`
  window.append(copy)
  page.append(style.cloneNode(true), window)
  if (foot) page.append(footOf(foot))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}"><foreignObject width="100%" height="100%">${new XMLSerializer().serializeToString(page)}</foreignObject></svg>`
  const img = new Image()
  img.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await img.decode()
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH * SCALE
  canvas.height = height * SCALE
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#fafaf7'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(img, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('no picture')
  return blob
}

function footOf({ brand, note, url }: Foot): HTMLElement {
  const foot = document.createElement('div')
  foot.className = 'foot'
  const code = document.createElement('img')
  code.alt = ''
  code.src = `data:image/svg+xml,${encodeURIComponent(renderSVG(url, { border: 1 }))}`
  const words = document.createElement('div')
  const name = document.createElement('strong')
  name.textContent = brand
  words.append(name, note)
  foot.append(code, words)
  return foot
}
