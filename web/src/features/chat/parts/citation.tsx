import { lazy, Suspense, useRef, useState } from 'react'
import { useT } from '@/i18n'
import { isTouch } from '@/lib/platform'
import { siteOf } from '../state/site'
import type { Doc } from '../state/types'

const load = () => import('./citation-popover')
const CitationPopover = lazy(load)

/** How much of a site's name a chip shows, in characters. */
const NAME_MAX = 8

function cut(name: string): string {
  const all = Array.from(name)
  return all.length > NAME_MAX ? `${all.slice(0, NAME_MAX).join('')}…` : name
}

/** Time that a pointer may be between chip and popover before it closes, in ms. */
const GRACE = 150

/**
 * The number of a source inside the text, or the name of its site where the operator wants that. Hover and focus show what it is; a
 * click or a touch opens the list of sources at it.
 */
export function CitationChip({
  doc,
  named,
  onOpen,
}: {
  doc: Doc
  /** It shows the name of the site. */
  named?: boolean
  onOpen?: (index: number) => void
}) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const chip = useRef<HTMLButtonElement>(null)
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
    <>
      <button
        ref={chip}
        type="button"
        className="cite hit"
        aria-label={t('chat.source.of', { n: doc.index, name: doc.title || siteOf(doc) })}
        onPointerEnter={show}
        onPointerLeave={hide}
        onFocus={(e) => e.currentTarget.matches(':focus-visible') && show()}
        onBlur={hide}
        onKeyDown={(e) => e.key === 'Escape' && setOpen(false)}
        onClick={() => {
          setOpen(false)
          onOpen?.(doc.index)
        }}
      >
        {named && siteOf(doc) ? cut(siteOf(doc)) : doc.index}
      </button>
      {open && (
        <Suspense>
          <CitationPopover
            doc={doc}
            anchor={chip}
            onEnter={show}
            onLeave={hide}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
