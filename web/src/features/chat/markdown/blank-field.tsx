import type { KeyboardEvent } from 'react'
import { useT } from '@/i18n'

/** A blank of a template. What is written in it is copied with the answer; Tab and Enter go to the next one. */
export default function BlankField() {
  const t = useT()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a field would not break with its line, nor grow with its words.
    <span
      role="textbox"
      tabIndex={0}
      contentEditable="plaintext-only"
      suppressContentEditableWarning
      aria-label={t('chat.blank')}
      className="blank"
      data-blank
      onKeyDown={toNext}
    />
  )
}

function toNext(e: KeyboardEvent<HTMLElement>) {
  if (e.nativeEvent.isComposing || (e.key !== 'Tab' && e.key !== 'Enter')) return
  const all = [
    ...(e.currentTarget.closest('article, .md')?.querySelectorAll<HTMLElement>('[data-blank]') ?? []),
  ]
  const next = all[all.indexOf(e.currentTarget) + (e.shiftKey ? -1 : 1)]
  // Behind the last one Tab leaves the template.
  if (next || e.key === 'Enter') e.preventDefault()
  next?.focus()
}
