import { useEffect, useRef, useState } from 'react'
import { cn } from '@/lib/cn'
import { useComposition } from '@/lib/ime'

export interface InlineFieldProps {
  /** The accessible name. */
  label: string
  value: string
  maxLength: number
  /** How much of the value is selected at first, in UTF-16 units; absent: all of it. */
  selected?: number
  /** Called with a new value that is neither empty nor the old one. */
  onSave: (value: string) => void
  onDone: () => void
  className?: string
}

/** A text that becomes a field in its place: Enter or leaving it saves, Esc gives it up. */
export function InlineField({
  label,
  value,
  maxLength,
  selected,
  onSave,
  onDone,
  className,
}: InlineFieldProps) {
  const [text, setText] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const over = useRef(false)
  const { guard, props } = useComposition()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the selection is made once.
  useEffect(() => input.current?.setSelectionRange(0, selected ?? value.length), [])

  const finish = (save: boolean) => {
    if (over.current) return
    over.current = true
    const next = text.trim()
    if (save && next && next !== value) onSave(next)
    onDone()
  }
  return (
    <input
      ref={input}
      // biome-ignore lint/a11y/noAutofocus: the person has just asked to type here.
      autoFocus
      value={text}
      maxLength={maxLength}
      aria-label={label}
      onChange={(e) => setText(e.target.value)}
      onBlur={() => finish(true)}
      {...props}
      onKeyDown={(e) => {
        if (guard.owns(e)) return
        if (e.key === 'Enter') finish(true)
        else if (e.key === 'Escape') {
          e.preventDefault()
          finish(false)
        }
      }}
      className={cn(
        'w-full rounded-sm bg-surface px-3 text-ink outline-1 outline-qing outline-offset-[-1px] max-md:min-h-11 max-md:text-base',
        className,
      )}
    />
  )
}
