import type { PhrasingContent, Root, Text } from 'mdast'
import { type KeyboardEvent, use } from 'react'
import { SKIP, visit } from 'unist-util-visit'
import { useT } from '@/i18n'
import { Growing } from './context'

const BLANK = /_{4,}|＿{3,}/g

/** Turns the blanks of a template (____) into <blank-slot>, which can be filled in. */
export function remarkBlanks() {
  return (tree: Root) => {
    visit(tree, 'text', (node: Text, index, parent) => {
      if (!parent || index === undefined || parent.type === 'link') return
      const parts: PhrasingContent[] = []
      let at = 0
      for (const m of node.value.matchAll(BLANK)) {
        if (m.index > at) parts.push({ type: 'text', value: node.value.slice(at, m.index) })
        parts.push({ type: 'emphasis', children: [], data: { hName: 'blank-slot' } })
        at = m.index + m[0].length
      }
      if (at === 0) return
      if (at < node.value.length) parts.push({ type: 'text', value: node.value.slice(at) })
      parent.children.splice(index, 1, ...parts)
      return [SKIP, index + parts.length]
    })
  }
}

/** A blank of a template. What is written in it is copied with the answer; Tab and Enter go to the next one. */
export function BlankSlot() {
  const t = useT()
  if (use(Growing)) return '____'
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
