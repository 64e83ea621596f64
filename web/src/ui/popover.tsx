import * as Radix from '@radix-ui/react-popover'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn'

export const Popover = Radix.Root
export const PopoverTrigger = Radix.Trigger
export const PopoverAnchor = Radix.Anchor

/** The floating part of a popover. */
export function PopoverContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        sideOffset={6}
        collisionPadding={8}
        className={cn(
          'pop-in z-50 w-72 rounded-md border border-line bg-surface p-3.5 text-ink shadow-pop outline-none',
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  )
}
