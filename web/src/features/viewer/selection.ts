import { type RefObject, useEffect, useRef } from 'react'
import { watchSelection } from '@/lib/selection'
import type { ViewSelection } from './types'
import type { Viewer } from './viewer'

/** Number of folded characters before and after a selection that distinguish it from the same words elsewhere. */
const AROUND = 32

/**
 * Selected text as one line. Soft hyphens, white space at both ends, and line breaks between Chinese characters
 * (including Chinese punctuation) are removed. Other white space becomes one space.
 */
export function tidy(text: string): string {
  return text
    .replace(/\u00ad/g, '')
    .replace(
      /([\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef])\s*\n\s*(?=[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef])/g,
      '$1',
    )
    .replace(/\s+/g, ' ')
    .trim()
}

/** Reports the selected text of the file, and null when no text of the file is selected any more. */
export function useSelection(
  root: RefObject<HTMLElement | null>,
  viewer: Viewer,
  onSelect: ((selection: ViewSelection | null) => void) | undefined,
): void {
  const latest = useRef(onSelect)
  latest.current = onSelect
  const wanted = onSelect !== undefined
  useEffect(() => {
    if (!wanted) return
    let told = false
    return watchSelection(() => {
      const selection = read(root.current, viewer)
      if (!selection && !told) return
      told = selection !== null
      latest.current?.(selection)
    })
  }, [root, viewer, wanted])
}

function read(root: HTMLElement | null, viewer: Viewer): ViewSelection | null {
  const selection = document.getSelection()
  if (!root || !selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  if (!root.contains(range.commonAncestorContainer)) return null
  const text = tidy(selection.toString())
  const from = viewer.placeAt(range.startContainer) ?? viewer.placeAt(range.endContainer)
  if (!text || !from) return null
  const start = from.map.offset(range.startContainer, range.startOffset)
  const end = from.map.offset(range.endContainer, range.endOffset)
  return {
    unit: viewer.unitOf(from.place),
    text,
    rect: range.getBoundingClientRect(),
    prefix: from.map.text.slice(Math.max(0, start - AROUND), start),
    suffix: from.map.text.slice(end, end + AROUND),
  }
}
