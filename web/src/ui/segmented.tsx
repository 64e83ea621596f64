import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'

export interface SegmentedProps<T extends string> {
  /** The accessible name. */
  label: string
  value: T
  options: readonly { value: T; label: string; icon?: ReactNode }[]
  onChange: (value: T) => void
}

/** A choice between a few options that are all visible. */
export function Segmented<T extends string>({ label, value, options, onChange }: SegmentedProps<T>) {
  return (
    <fieldset aria-label={label} className="flex w-fit rounded-sm bg-paper-2 p-0.5">
      {options.map((o) => (
        <label
          key={o.value}
          className={cn(
            'hit flex h-8 cursor-pointer items-center gap-1.5 rounded-[7px] px-3 text-[13px] text-ink-2 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-qing max-md:h-10 [&_svg]:size-4',
            o.value === value && 'bg-surface text-ink shadow-card',
          )}
        >
          <input
            type="radio"
            name={label}
            value={o.value}
            checked={o.value === value}
            onChange={() => onChange(o.value)}
            className="sr-only"
          />
          {o.icon}
          {o.label}
        </label>
      ))}
    </fieldset>
  )
}
