import type { ComponentProps, ReactNode } from 'react'
import { cn } from '@/lib/cn'

export type ToggleProps = Omit<ComponentProps<'button'>, 'onChange'> & {
  pressed: boolean
  onChange: (pressed: boolean) => void
  icon?: ReactNode
}

/** A button that is on or off, such as 深度思考 in the composer. */
export function Toggle({ pressed, onChange, icon, className, children, ...props }: ToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={() => onChange(!pressed)}
      className={cn(
        'hit inline-flex h-[34px] shrink-0 select-none items-center gap-1.5 rounded-full border soft:border-line px-3 text-[13px] soft:text-ink-2 transition-colors duration-[var(--fast)] soft:hover:bg-hover disabled:opacity-55 disabled:hover:bg-transparent [&_svg]:size-4',
        pressed && 'border-transparent bg-qing-soft text-qing-ink hover:bg-qing-soft',
        className,
      )}
      {...props}
    >
      {icon}
      {children}
    </button>
  )
}

export type ChipProps = ComponentProps<'button'> & { icon?: ReactNode }

/** A small button for one action, such as a mode below the composer. */
export function Chip({ icon, className, children, ...props }: ChipProps) {
  return (
    <button
      type="button"
      className={cn(
        'hit inline-flex h-9 shrink-0 select-none items-center gap-[7px] rounded-full border border-transparent px-3.5 text-[13.5px] text-ink-2 transition-colors duration-[var(--fast)] hover:bg-hover max-md:border-line [&_svg]:size-[18px] [&_svg]:text-qing',
        className,
      )}
      {...props}
    >
      {icon}
      {children}
    </button>
  )
}
