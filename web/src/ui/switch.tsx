import * as Radix from '@radix-ui/react-switch'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn'

export function Switch({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      className={cn(
        'hit inline-flex h-6 w-10 shrink-0 items-center rounded-full bg-line-strong p-0.5 transition-colors duration-[var(--fast)] data-[state=checked]:bg-qing disabled:opacity-45',
        className,
      )}
      {...props}
    >
      <Radix.Thumb className="block size-5 rounded-full bg-surface transition-transform duration-[var(--fast)] data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-qing" />
    </Radix.Root>
  )
}
