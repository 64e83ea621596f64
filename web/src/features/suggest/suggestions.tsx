import { Calculator, Clock, type LucideIcon, MessageCircleQuestion } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useImperativeHandle, useState } from 'react'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { getSuggestions, type Suggestion } from './calls'

export interface SuggestionsProps {
  /** The text typed so far. */
  text: string
  box: RefObject<HTMLTextAreaElement | null>
  /** A key handler that is called before the input's own; it returns true if it handled the key. */
  keys: RefObject<((e: KeyboardEvent) => boolean) | null>
  temporary: boolean
  /** Whether the list is below the input on wide screens; otherwise it is above. */
  below: boolean
  onPick: (text: string, good: boolean) => void
}

/** Delay between the last key and the request, in ms. */
const SUGGEST_DELAY = 120
/** Suggestions are shown for texts up to this length, in characters; the server has the same limit. */
const MAX_TYPED = 60

const icons: Record<Suggestion['type'], LucideIcon> = {
  history: Clock,
  question: MessageCircleQuestion,
  ability: Calculator,
}

/**
 * Suggested questions for the text being typed, as a list at the composer. The focus stays in the input. ↓ at the end
 * of the text selects the first entry; Esc closes the list. All other keys are handled by the input until an entry is
 * selected. There is no list during a composition.
 */
export function Suggestions({ text, box, keys, temporary, below, onPick }: SuggestionsProps) {
  const t = useT()
  const id = useId()
  const typed = text.trim()
  const [off, setOff] = useState(false)
  const composing = useComposing(box)
  const focused = useFocused(box)
  const wanted = !off && !composing && !typed.includes('\n') && Array.from(typed).length <= MAX_TYPED
  const found = useFound(wanted ? typed : '', temporary)
  const list = wanted && focused ? found : []
  const [at, setAt] = useState(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list starts without a selection.
  useEffect(() => setAt(-1), [found])
  const chosen = at < list.length ? at : -1

  const pick = (s: Suggestion) => {
    setOff(true)
    onPick(s.text, s.type === 'question')
  }
  useImperativeHandle(keys, () => (e) => {
    if (!list.length || e.shiftKey || e.ctrlKey || e.metaKey || e.altKey) return false
    const el = box.current
    const atEnd = el?.selectionStart === text.length && el.selectionEnd === text.length
    const count = list.length
    if (e.key === 'Escape') setOff(true)
    else if (e.key === 'ArrowDown' && (chosen >= 0 || atEnd)) setAt(((chosen + 2) % (count + 1)) - 1)
    else if (e.key === 'ArrowUp' && chosen >= 0) setAt(((chosen + count + 1) % (count + 1)) - 1)
    else if (e.key === 'Enter' && chosen >= 0) pick(list[chosen]!)
    else return false
    e.preventDefault()
    return true
  })
  useMarked(box, list.length ? id : '', chosen)

  if (!list.length) return null
  return (
    <>
      <p role="status" className="sr-only">
        {t('suggest.count', { count: list.length })}
      </p>
      <div
        id={id}
        role="listbox"
        aria-label={t('suggest.title')}
        className={cn(
          'absolute inset-x-0 bottom-full z-20 mb-2 max-h-[40dvh] overflow-y-auto overscroll-contain rounded-md border border-line bg-surface p-1.5 shadow-pop',
          below && 'sm:top-full sm:bottom-auto sm:mt-2 sm:mb-0',
        )}
      >
        {list.map((s, i) => {
          const Icon = icons[s.type]
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, which refers to the selected entry.
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys.
            <div
              key={s.text}
              id={`${id}-${i}`}
              role="option"
              aria-selected={i === chosen}
              // The focus stays in the input, so that typing can continue.
              onMouseDown={(e) => e.preventDefault()}
              onClick={() => pick(s)}
              className={cn(
                'flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-sm px-2.5 py-1.5 hover:bg-hover max-md:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0',
                i === chosen && 'bg-hover',
              )}
            >
              <Icon aria-label={t(`suggest.type.${s.type}`)} strokeWidth={1.5} className="text-ink-3" />
              <span className="min-w-0 flex-1 truncate">{s.text}</span>
              {s.label && <span className="shrink-0 text-[12px] text-ink-3">{s.label}</span>}
            </div>
          )
        })}
      </div>
    </>
  )
}

/**
 * The server's suggestions for a text, requested after a delay. Until they arrive, the suggestions
 * for the previous text are shown.
 */
function useFound(query: string, temporary: boolean): Suggestion[] {
  const [found, setFound] = useState<Suggestion[]>([])
  useEffect(() => {
    if (!query) {
      setFound([])
      return
    }
    const abort = new AbortController()
    const timer = setTimeout(() => {
      // Errors are not shown while typing.
      getSuggestions(query, temporary, abort.signal).then(
        setFound,
        () => abort.signal.aborted || setFound([]),
      )
    }, SUGGEST_DELAY)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [query, temporary])
  return found
}

/** Whether an input method composition is in progress. */
function useComposing(box: RefObject<HTMLTextAreaElement | null>): boolean {
  const [composing, setComposing] = useState(false)
  useEffect(() => {
    const el = box.current
    const begin = () => setComposing(true)
    const end = () => setComposing(false)
    el?.addEventListener('compositionstart', begin)
    el?.addEventListener('compositionend', end)
    return () => {
      el?.removeEventListener('compositionstart', begin)
      el?.removeEventListener('compositionend', end)
    }
  }, [box])
  return composing
}

function useFocused(box: RefObject<HTMLTextAreaElement | null>): boolean {
  const [focused, setFocused] = useState(() => document.activeElement === box.current)
  useEffect(() => {
    const el = box.current
    const look = () => setFocused(document.activeElement === el)
    el?.addEventListener('focus', look)
    el?.addEventListener('blur', look)
    return () => {
      el?.removeEventListener('focus', look)
      el?.removeEventListener('blur', look)
    }
  }, [box])
  return focused
}

const attributes = ['aria-autocomplete', 'aria-controls', 'aria-activedescendant'] as const

/** Sets the ARIA attributes of the input: its list, and the selected entry. */
function useMarked(box: RefObject<HTMLTextAreaElement | null>, id: string, chosen: number): void {
  useEffect(() => {
    const el = box.current
    if (!el) return
    const values = [id && 'list', id, id && chosen >= 0 ? `${id}-${chosen}` : '']
    for (const [i, name] of attributes.entries()) {
      if (values[i]) el.setAttribute(name, values[i])
      else el.removeAttribute(name)
    }
    if (id && chosen >= 0) document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
    return () => {
      for (const name of attributes) el.removeAttribute(name)
    }
  }, [box, id, chosen])
}
