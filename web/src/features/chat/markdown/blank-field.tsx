import { type KeyboardEvent, use, useEffect, useRef } from 'react'
import { useT } from '@/i18n'
import { Blanks } from './context'

/**
 * A blank of a template as an input. Its text is copied with the answer. Tab and Enter move to the next blank; with
 * Shift, they move to the previous blank.
 */
export default function BlankField() {
  const t = useT()
  const kept = use(Blanks)
  const field = useRef<HTMLSpanElement>(null)
  const first = useRef(kept?.texts ?? [])
  useEffect(() => {
    // Each mounted field tries to fill all empty fields of the answer with the stored texts. Nothing is filled while
    // the number of fields differs from the number of texts, for example before the last field is mounted.
    const all = fieldsAround(field.current)
    if (all.length !== first.current.length) return
    for (const [i, el] of all.entries()) if (!el.textContent) el.textContent = first.current[i] ?? ''
  }, [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <input> would not wrap with its line or grow with its text.
    <span
      ref={field}
      role="textbox"
      tabIndex={0}
      contentEditable="plaintext-only"
      suppressContentEditableWarning
      aria-label={t('chat.blank')}
      className="blank"
      data-blank
      onKeyDown={toNext}
      onInput={(e) => kept?.keep(fieldsAround(e.currentTarget).map((el) => el.textContent?.trim() ?? ''))}
    />
  )
}

/** All blanks of the answer that contains this element. */
const fieldsAround = (el: Element | null): HTMLElement[] => [
  ...(el?.closest('article, .md')?.querySelectorAll<HTMLElement>('[data-blank]') ?? []),
]

function toNext(e: KeyboardEvent<HTMLElement>) {
  if (e.nativeEvent.isComposing || (e.key !== 'Tab' && e.key !== 'Enter')) return
  const all = fieldsAround(e.currentTarget)
  const next = all[all.indexOf(e.currentTarget) + (e.shiftKey ? -1 : 1)]
  // Tab in the last blank and Shift+Tab in the first blank leave the template.
  if (next || e.key === 'Enter') e.preventDefault()
  next?.focus()
}
