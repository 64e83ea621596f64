import { TextQuote } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useT } from '@/i18n'
import { isTouch } from '@/lib/platform'
import { watchSelection } from '@/lib/selection'
import { keysOf, useShortcut } from '@/lib/shortcuts'
import { Button } from '@/ui/button'
import { Kbd } from '@/ui/state'
import { quotable } from '../state/quote'

/** Distance between the selection and the button, in px. */
const GAP = 8

/** A button beside selected text of an answer; it quotes the text. There is also a keyboard shortcut. */
export function QuoteButton({ onQuote }: { onQuote: (words: string) => void }) {
  const t = useT()
  const [found, setFound] = useState<ReturnType<typeof quotable>>(null)
  useEffect(() => watchSelection(() => setFound(quotable(getSelection())), { scroll: true }), [])
  const quote = () => {
    const now = quotable(getSelection())
    if (!now) return false
    getSelection()?.removeAllRanges()
    setFound(null)
    onQuote(now.text)
  }
  useShortcut('quote', quote)
  const button = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const el = button.current
    if (!el || !found) return
    const { width, height } = el.getBoundingClientRect()
    const words = found.range.getBoundingClientRect()
    // On touch devices the button is below the selection, because the system shows its own menu above
    // the selection.
    const above = words.top - height - GAP
    const top = above > 64 && !isTouch() ? above : words.bottom + GAP
    el.style.left = `${Math.max(GAP, Math.min(words.left + words.width / 2 - width / 2, innerWidth - width - GAP))}px`
    el.style.top = `${Math.max(64, Math.min(top, innerHeight - height - GAP))}px`
  }, [found])
  if (!found) return null
  return (
    <div
      ref={button}
      className="fade-in fixed z-40 rounded-md border border-line bg-surface p-1 shadow-pop"
      // Pressing the button must not clear the selection before it is quoted.
      onPointerDown={(e) => e.preventDefault()}
    >
      <Button kind="ghost" size="sm" onClick={quote}>
        <TextQuote className="size-4!" strokeWidth={1.5} />
        {t('answer.quote')}
        {!isTouch() && <Kbd>{keysOf('quote')[0]}</Kbd>}
      </Button>
    </div>
  )
}
