import mermaid from 'mermaid'
import { memo, type ReactNode, useEffect, useState } from 'react'
import { useT } from '@/i18n'

let count = 0
let turn: Promise<unknown> = Promise.resolve()

/** Longest source that is drawn, in characters. */
const MAX_SOURCE = 20_000

/**
 * Draws one diagram at a time and gives it as the address of an image: an SVG
 * inside an image runs no script, loads nothing and follows no link.
 */
function draw(source: string, dark: boolean): Promise<string> {
  const next = turn.then(async () => {
    if (source.length > MAX_SOURCE) throw new Error('diagram too long')
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      suppressErrorRendering: true,
      theme: dark ? 'dark' : 'neutral',
      htmlLabels: false,
      flowchart: { htmlLabels: false, useMaxWidth: false },
      fontFamily: getComputedStyle(document.body).fontFamily,
    })
    const { svg } = await mermaid.render(`diagram-${count++}`, source)
    return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  })
  turn = next.catch(() => {})
  return next
}

/** A Mermaid diagram; one that cannot be drawn shows its source. */
export default memo(function Diagram({ source, fallback }: { source: string; fallback: ReactNode }) {
  const t = useT()
  const [image, setImage] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const theme = useTheme()
  useEffect(() => {
    let live = true
    draw(source, theme === 'dark').then(
      (src) => {
        if (live) setImage(src)
      },
      () => {
        if (live) setFailed(true)
      },
    )
    return () => {
      live = false
    }
  }, [source, theme])
  if (failed)
    return (
      <>
        {fallback}
        <p className="-mt-2 mb-3.5 text-[13px] text-ink-3">{t('chat.diagram.failed')}</p>
      </>
    )
  if (!image) return fallback
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div className="diagram" tabIndex={0} role="group" aria-label={t('chat.diagram')}>
      <img src={image} alt={source} onError={() => setFailed(true)} />
    </div>
  )
})

function useTheme(): string {
  const [theme, setTheme] = useState(() => document.documentElement.dataset.theme ?? 'light')
  useEffect(() => {
    const watch = new MutationObserver(() => setTheme(document.documentElement.dataset.theme ?? 'light'))
    watch.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => watch.disconnect()
  }, [])
  return theme
}
