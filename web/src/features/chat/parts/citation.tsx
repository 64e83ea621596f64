import { useRef, useState } from 'react'
import { useT } from '@/i18n'
import { isTouch } from '@/lib/platform'
import { Popover, PopoverContent, PopoverTrigger } from '@/ui/popover'
import type { Doc } from '../state/types'
import { SourceCard, siteOf } from './source-card'

/** Time that a pointer may be between chip and popover before it closes, in ms. */
const GRACE = 150

/**
 * The number of a source inside the text. Hover and focus show what it is; on
 * touch it opens the list of sources.
 */
export function CitationChip({ doc, onOpen }: { doc: Doc; onOpen?: (index: number) => void }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const show = () => {
    clearTimeout(timer.current)
    if (!isTouch()) setOpen(true)
  }
  const hide = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(false), GRACE)
  }
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger
        className="cite hit"
        aria-label={t('chat.source.of', { n: doc.index, name: doc.title || siteOf(doc) })}
        onPointerEnter={show}
        onPointerLeave={hide}
        onFocus={(e) => e.currentTarget.matches(':focus-visible') && show()}
        onBlur={hide}
        onClick={(e) => {
          e.preventDefault()
          setOpen(false)
          onOpen?.(doc.index)
        }}
      >
        {doc.index}
      </PopoverTrigger>
      {open && (
        <PopoverContent
          side="top"
          className="w-80"
          onOpenAutoFocus={(e) => e.preventDefault()}
          onCloseAutoFocus={(e) => e.preventDefault()}
          onPointerEnter={show}
          onPointerLeave={hide}
        >
          <SourceCard doc={doc} />
        </PopoverContent>
      )}
    </Popover>
  )
}
