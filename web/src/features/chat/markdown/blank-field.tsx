import { type KeyboardEvent, use, useEffect, useRef } from 'react'
import { useT } from '@/i18n'
import { Blanks } from './context'

/** A blank of a template as an input. Its text is copied with the answer; Tab and Enter go to the next blank. */
export default function BlankField() {
  const t = useT()
  const kept = use(Blanks)
  const field = useRef<HTMLSpanElement>(null)
  const first = useRef(kept?.texts ?? [])
  useEffect(() => {
    // Each field restores the texts of all fields when it is mounted. Before the last field is mounted, there
    // are fewer fields than texts, and nothing is restored.
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
  // After the last blank, Tab leaves the template.
  if (next || e.key === 'Enter') e.preventDefault()
  next?.focus()
}
