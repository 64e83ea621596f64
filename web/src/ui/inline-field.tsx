import { useEffect, useRef, useState } from 'react'
import { cn } from '@/lib/cn'
import { useComposition } from '@/lib/ime'

export interface InlineFieldProps {
  /** The accessible name. */
  label: string
  value: string
  maxLength: number
  /** Length of the initial selection from the start, in UTF-16 units; absent: the whole value. */
  selected?: number
  /** Called with the trimmed value if it has changed and is not empty. */
  onSave: (value: string) => void
  onDone: () => void
  className?: string
}

/** An input in place of a text: Enter or the loss of the focus saves, Esc cancels. */
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is selected once, on mount.
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
      // biome-ignore lint/a11y/noAutofocus: the user has just opened this field to type.
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
