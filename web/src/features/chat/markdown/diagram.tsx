import { Check, CodeXml, Copy, Maximize2, Workflow, ZoomIn, ZoomOut } from 'lucide-react'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { addressOf, type Drawing, draw, type Theme } from '@/features/diagram'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { IconButton } from '@/ui/button'
import { useCopy } from '@/ui/copy'

/** One zoom step multiplies or divides the scale by STEP, between MIN and MAX. Scale 1 is the diagram's own size. */
const STEP = 1.25
const MIN = 0.25
const MAX = 4

/** A Mermaid diagram. Until it is drawn, and if it cannot be drawn, `fallback` is shown. */
export default memo(function Diagram({ source, fallback }: { source: string; fallback: ReactNode }) {
  const t = useT()
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const [failed, setFailed] = useState(false)
  const theme = useTheme()
  useEffect(() => {
    let live = true
    draw(source, theme).then(
      (drawn) => {
        if (live) setDrawing(drawn)
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
  if (!drawing) return fallback
  return <Frame source={source} drawing={drawing} onBroken={() => setFailed(true)} />
})

interface FrameProps {
  source: string
  drawing: Drawing
  onBroken: () => void
}

/** The drawing or its source, with a toolbar. The drawing is fitted to its container until it is zoomed. */
function Frame({ source, drawing, onBroken }: FrameProps) {
  const t = useT()
  const image = useRef<HTMLImageElement>(null)
  const [scale, setScale] = useState<number | null>(null) // null: the diagram is fitted to its container
  const [written, setWritten] = useState(false)
  const [copied, copy] = useCopy()
  const zoom = (by: number) => {
    const now = scale ?? (image.current?.clientWidth || drawing.width) / drawing.width
    setScale(Math.min(MAX, Math.max(MIN, now * by)))
  }
  return (
    <figure className="code diagram">
      <figcaption>
        <span className="min-w-0 flex-1 truncate">{t('chat.diagram')}</span>
        {!written && (
          <>
            <IconButton
              size="sm"
              label={t('chat.diagram.smaller')}
              disabled={scale !== null && scale <= MIN}
              onClick={() => zoom(1 / STEP)}
            >
              <ZoomOut strokeWidth={1.5} />
            </IconButton>
            <IconButton
              size="sm"
              label={t('chat.diagram.larger')}
              disabled={scale !== null && scale >= MAX}
              onClick={() => zoom(STEP)}
            >
              <ZoomIn strokeWidth={1.5} />
            </IconButton>
            <IconButton
              size="sm"
              label={t('chat.diagram.fit')}
              disabled={scale === null}
              onClick={() => setScale(null)}
            >
              <Maximize2 strokeWidth={1.5} />
            </IconButton>
          </>
        )}
        <IconButton
          size="sm"
          label={t('chat.diagram.source')}
          aria-pressed={written}
          className={cn(written && 'text-qing-ink')}
          onClick={() => setWritten(!written)}
        >
          {written ? <Workflow strokeWidth={1.5} /> : <CodeXml strokeWidth={1.5} />}
        </IconButton>
        <IconButton
          size="sm"
          label={copied ? t('chat.copied') : t('chat.diagram.copy')}
          onClick={() => void copy({ text: source })}
        >
          {copied ? <Check strokeWidth={1.5} /> : <Copy strokeWidth={1.5} />}
        </IconButton>
      </figcaption>
      {written ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard.
        <pre tabIndex={0}>
          <code>{source}</code>
        </pre>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard.
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
        <div className="drawn" tabIndex={0} role="group" aria-label={t('chat.diagram')}>
          <img
            ref={image}
            src={addressOf(drawing)}
            alt={source}
            width={drawing.width}
            height={drawing.height}
            style={scale === null ? undefined : { width: drawing.width * scale }}
            className={cn(scale === null && 'fit')}
            onError={onBroken}
          />
        </div>
      )}
    </figure>
  )
}

function useTheme(): Theme {
  const [theme, setTheme] = useState(themeNow)
  useEffect(() => {
    const watch = new MutationObserver(() => setTheme(themeNow))
    watch.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => watch.disconnect()
  }, [])
  return theme
}

function themeNow(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
}
