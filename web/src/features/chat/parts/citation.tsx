import { Suspense, useRef, useState } from 'react'
import { useT } from '@/i18n'
import { lazy } from '@/lib/lazy'
import { isTouch } from '@/lib/platform'
import { siteOf } from '../state/site'
import type { Doc } from '../state/types'

const load = () => import('./citation-popover')
const CitationPopover = lazy(load)

/** Maximum length of a site's name in a citation, in characters. */
const NAME_MAX = 8

function cut(name: string): string {
  const all = Array.from(name)
  return all.length > NAME_MAX ? `${all.slice(0, NAME_MAX).join('')}…` : name
}

/** Delay before the popover closes when the pointer or the focus leaves, in ms. */
const GRACE = 150

/**
 * A citation mark in the text: the number of the source, or the name of its site if the operator chose names and the
 * name is known. Hover and the Tab key show the source in a popover, except on touch devices. A click calls onOpen.
 */
export function CitationChip({
  doc,
  named,
  onOpen,
}: {
  doc: Doc
  /** Whether to show the name of the site instead of the number. */
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
        // Focus alone must not show the source, because the focus returns to this button when a dialog closes.
        onKeyUp={(e) => e.key === 'Tab' && show()}
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
