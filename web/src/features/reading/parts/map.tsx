import { Markmap } from 'markmap-view'
import { type CSSProperties, type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { useT } from '@/i18n'
import type { Node } from '../calls'
import { type Drawn, toDrawn } from '../tree'

export interface MapHandle {
  fit: () => void
  svg: () => Blob
  png: () => Promise<Blob>
}

/** Scale of the exported PNG. */
const SCALE = 2

/** If the two levels below the root have more nodes than this, the map starts with fewer levels expanded. */
const READABLE = 30

function levels(tree: Node): number {
  const branches = tree.children ?? []
  const shown = branches.reduce((n, branch) => n + 1 + (branch.children?.length ?? 0), 0)
  return shown > READABLE ? 2 : 3
}

/**
 * Colours of the branches; after the last colour, they repeat. They are CSS variables, so that they fit both themes.
 */
const colours = ['var(--qing)', 'var(--amber)', 'var(--seal)', 'var(--ink-2)', 'var(--line-strong)']

/** Replacements for markmap's default colours, which are made for a white background. */
const tokens = {
  '--markmap-text-color': 'var(--ink)',
  '--markmap-circle-open-bg': 'var(--surface)',
} as CSSProperties

/** Renders the tree with markmap. The user can move, zoom and collapse the map. */
export default function MapView({
  tree,
  onNode,
  ref,
}: {
  tree: Node
  onNode?: (unit: number) => void
  ref?: Ref<MapHandle>
}) {
  const t = useT()
  const box = useRef<SVGSVGElement>(null)
  const map = useRef<Markmap>(null)
  const click = useRef(onNode)
  click.current = onNode

  useEffect(() => {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const drawn = Markmap.create(
      box.current!,
      {
        duration: still ? 0 : 200,
        maxWidth: 260,
        spacingVertical: 8,
        paddingX: 10,
        initialExpandLevel: levels(tree),
        color: (n) => colours[(Number(n.state?.path?.split('.')[1]) || 0) % colours.length]!,
      },
      toDrawn(tree),
    )
    map.current = drawn
    return () => {
      drawn.destroy()
      map.current = null
    }
  }, [tree])

  useImperativeHandle(ref, () => ({
    fit: () => void map.current?.fit(),
    svg: () => new Blob([picture(box.current!).text], { type: 'image/svg+xml' }),
    png: () => paint(box.current!),
  }))

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the overview and the outline lead to places by keyboard.
    <svg
      ref={box}
      role="img"
      aria-label={t('reading.tab.map')}
      className="block h-[min(60dvh,560px)] w-full rounded-md border border-line bg-surface text-ink"
      style={tokens}
      onClick={(e) => {
        const g = (e.target as Element).closest('g.markmap-node')
        if (!g || (e.target as Element).tagName === 'circle') return
        const data = (g as unknown as { __data__?: Drawn }).__data__
        if (data?.payload.unit) click.current?.(data.payload.unit)
      }}
    />
  )
}

/** The whole drawing as SVG text with a small margin and with its colours inlined. */
function picture(svg: SVGSVGElement): { text: string; width: number; height: number } {
  const style = getComputedStyle(svg)
  const inner = svg.querySelector('g')!
  const bounds = inner.getBBox()
  const pad = 20
  const width = Math.ceil(bounds.width + 2 * pad)
  const height = Math.ceil(bounds.height + 2 * pad)
  const copy = svg.cloneNode(true) as SVGSVGElement
  copy.removeAttribute('class')
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('viewBox', `${bounds.x - pad} ${bounds.y - pad} ${width} ${height}`)
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  copy.querySelector('g')!.removeAttribute('transform')
  let text = new XMLSerializer().serializeToString(copy)
  text = text.replace(
    /var\((--[\w-]+)\)/g,
    (_, name: string) => style.getPropertyValue(name).trim() || '#333',
  )
  const paper = style.getPropertyValue('--surface').trim()
  const look = `<style>svg{color:${style.color};font:14px ${style.fontFamily.replace(/"/g, "'")};background:${paper}}</style>`
  return { text: text.replace(/(<svg[^>]*>)/, `$1${look}`), width, height }
}

async function paint(svg: SVGSVGElement): Promise<Blob> {
  const { text, width, height } = picture(svg)
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * SCALE
  canvas.height = height * SCALE
  const pen = canvas.getContext('2d')!
  pen.fillStyle = getComputedStyle(svg).getPropertyValue('--surface').trim() || '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.scale(SCALE, SCALE)
  pen.drawImage(image, 0, 0)
  return new Promise((done, fail) => {
    canvas.toBlob((b) => (b ? done(b) : fail(new Error('no picture'))), 'image/png')
  })
}
