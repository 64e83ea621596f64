import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { cn } from '@/lib/cn'

/** Style of a one-line field; 16 px on phones, because iOS zooms the page for smaller text. */
export const fieldClass =
  'soft:h-9 w-full min-w-0 soft:rounded-sm border border-line bg-surface soft:px-3 text-ink outline-offset-0 transition-colors duration-[var(--fast)] focus:border-qing focus:outline-1 focus:outline-qing max-md:h-11 max-md:text-base'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={cn(fieldClass, className)} {...props} />
}

const sizesItself = globalThis.CSS?.supports?.('field-sizing', 'content') ?? false

/**
 * A text area that is as high as its text, up to the max-height of its class. It has no ring: its border, or the border
 * of the box around it (focus-within:border-qing), shows the focus.
 */
export function Textarea({ className, value, ref, ...props }: ComponentProps<'textarea'>) {
  const own = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value changes the height.
  useLayoutEffect(() => {
    const el = own.current
    if (!el || sizesItself) return
    el.style.height = 'auto'
    el.style.height = `${el.scrollHeight}px`
  }, [value])
  return (
    <textarea
      ref={(el) => {
        own.current = el
        if (typeof ref === 'function') return ref(el)
        if (ref) ref.current = el
      }}
      value={value}
      className={cn(
        'field-sizing-content w-full resize-none bg-transparent text-base leading-[1.65] text-ink outline-none focus:border-qing',
        className,
      )}
      {...props}
    />
  )
}
