import { Copy, MessageCircleQuestion, StickyNote } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { highlightColours, type ViewSelection } from '@/features/viewer'
import { useT } from '@/i18n'
import { IconButton } from '@/ui/button'
import { copyText } from '@/ui/copy'

/**
 * Distance between the selection and the bar, and minimum distance between the bar and the left, right and lower edges
 * of the window, in px.
 */
const GAP = 8

/** Actions on the text selected in the file. */
export function SelectionBar({
  selection,
  onHighlight,
  onNote,
  onAsk,
}: {
  selection: ViewSelection
  onHighlight: (color: string) => void
  onNote: () => void
  onAsk: () => void
}) {
  const t = useT()
  const bar = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState({ left: -9999, top: 0 })
  const { rect } = selection
  useLayoutEffect(() => {
    const { width, height } = bar.current!.getBoundingClientRect()
    const left = Math.max(
      GAP,
      Math.min(rect.left + rect.width / 2 - width / 2, window.innerWidth - width - GAP),
    )
    const above = rect.top - height - GAP
    setAt({ left, top: above > 64 ? above : Math.min(rect.bottom + GAP, window.innerHeight - height - GAP) })
  }, [rect])
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t('reading.selection')}
      className="fixed z-40 flex items-center gap-0.5 rounded-md border border-line bg-surface p-1 shadow-pop"
      style={at}
      // Pressing a button must not clear the selection.
      onPointerDown={(e) => e.preventDefault()}
    >
      {highlightColours.map((color) => (
        <button
          key={color}
          type="button"
          aria-label={t(`reading.colour.${color}`)}
          className="hit grid size-9 place-items-center rounded-sm hover:bg-hover max-md:size-11"
          onClick={() => onHighlight(color)}
        >
          <span
            className="size-4.5 rounded-full border border-line"
            style={{ background: `var(--mark-${color})` }}
          />
        </button>
      ))}
      <span className="mx-1 h-5 w-px bg-line" />
      <IconButton label={t('reading.note.add')} className="max-md:size-11" onClick={onNote}>
        <StickyNote strokeWidth={1.5} />
      </IconButton>
      <IconButton label={t('reading.ask.selection')} className="max-md:size-11" onClick={onAsk}>
        <MessageCircleQuestion strokeWidth={1.5} />
      </IconButton>
      <IconButton
        label={t('ui.copy')}
        className="max-md:size-11"
        onClick={() => void copyText(selection.text, t)}
      >
        <Copy strokeWidth={1.5} />
      </IconButton>
    </div>
  )
}
