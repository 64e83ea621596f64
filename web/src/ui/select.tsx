import * as Radix from '@radix-ui/react-select'
import { Check, ChevronDown } from 'lucide-react'
import { cn } from '@/lib/cn'

export interface SelectProps<T extends string> {
  /** The accessible name. */
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
  className?: string
}

/** One choice of a few. */
export function Select<T extends string>({ label, value, options, onChange, className }: SelectProps<T>) {
  return (
    <Radix.Root value={value} onValueChange={(v) => onChange(v as T)}>
      <Radix.Trigger
        aria-label={label}
        className={cn(
          'hit inline-flex h-9 min-w-36 items-center justify-between gap-2 rounded-sm border border-line bg-surface px-3 text-ink hover:bg-hover',
          className,
        )}
      >
        <Radix.Value />
        <Radix.Icon>
          <ChevronDown size={16} strokeWidth={1.5} className="text-ink-3" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={6}
          collisionPadding={8}
          className="pop-in z-50 min-w-(--radix-select-trigger-width) rounded-md border border-line bg-surface p-1.5 text-ink shadow-pop"
        >
          <Radix.Viewport>
            {options.map((o) => (
              <Radix.Item
                key={o.value}
                value={o.value}
                className="flex min-h-9 cursor-default select-none items-center gap-3 rounded-sm px-2.5 outline-none data-[highlighted]:bg-hover max-md:min-h-11"
              >
                <span className="flex-1">
                  <Radix.ItemText>{o.label}</Radix.ItemText>
                </span>
                <Radix.ItemIndicator>
                  <Check size={16} strokeWidth={1.5} className="text-qing" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
