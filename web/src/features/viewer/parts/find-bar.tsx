import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useT } from '@/i18n'
import { useComposition } from '@/lib/ime'
import { IconButton } from '@/ui/button'
import type { Viewer } from '../viewer'

/** Delay between the last key and the search, in ms. */
const REST = 160

/** The search bar of a file: the number of hits, and buttons to step through them. */
export function FindBar({ viewer }: { viewer: Viewer }) {
  const t = useT()
  const find = useStore(viewer.store, (s) => s.find)
  const [words, setWords] = useState(find.words)
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { guard, props } = useComposition()

  useEffect(() => {
    input.current?.focus()
    input.current?.select()
    return () => clearTimeout(timer.current)
  }, [])
  // When the bar opens with words and no hits are known yet, the search starts immediately.
  useEffect(() => {
    setWords(viewer.state.find.words)
    if (viewer.state.find.words && viewer.state.find.total === 0) viewer.search(viewer.state.find.words)
  }, [viewer])

  const change = (value: string) => {
    setWords(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => viewer.search(value), REST)
  }
  const step = (direction: 1 | -1) => {
    clearTimeout(timer.current)
    if (words !== find.words) viewer.search(words)
    else void viewer.step(direction)
  }
  const status = !find.words
    ? ''
    : find.total === 0
      ? t(find.done ? 'viewer.findNone' : 'viewer.finding')
      : t(find.done ? 'viewer.findOf' : 'viewer.findOfMore', { index: find.index, total: find.total })
  return (
    <search className="find-bar pop-in">
      <input
        ref={input}
        type="text"
        inputMode="search"
        maxLength={200}
        value={words}
        aria-label={t('viewer.find')}
        placeholder={t('viewer.findPlaceholder')}
        onChange={(e) => change(e.target.value)}
        {...props}
        onKeyDown={(e) => {
          if (!guard.isEnter(e)) return
          e.preventDefault()
          step(e.shiftKey ? -1 : 1)
        }}
      />
      <span role="status" className="find-count">
        {status}
      </span>
      <IconButton size="sm" label={t('viewer.findBefore')} keys="⇧↵" onClick={() => step(-1)}>
        <ChevronUp strokeWidth={1.5} />
      </IconButton>
      <IconButton size="sm" label={t('viewer.findAfter')} keys="↵" onClick={() => step(1)}>
        <ChevronDown strokeWidth={1.5} />
      </IconButton>
      <IconButton
        size="sm"
        label={t('ui.close')}
        keys="Esc"
        onClick={() => {
          viewer.closeFind()
          viewer.scroller?.focus()
        }}
      >
        <X strokeWidth={1.5} />
      </IconButton>
    </search>
  )
}
