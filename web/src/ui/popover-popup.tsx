import * as Radix from '@radix-ui/react-popover'
import type { ComponentProps, RefObject } from 'react'
import { cn } from '@/lib/cn'

export interface PopoverPopupProps extends ComponentProps<typeof Radix.Content> {
  anchor: RefObject<HTMLButtonElement | null>
  onOpenChange: (open: boolean) => void
}

/** The open popover, placed beside its trigger, which is rendered elsewhere. */
export default function PopoverPopup({ anchor, onOpenChange, className, ...props }: PopoverPopupProps) {
  return (
    <Radix.Root open onOpenChange={onOpenChange}>
      <Radix.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          onInteractOutside={(e) => {
            // The trigger itself toggles the popover. If a click on the trigger closed the popover here as well,
            // the trigger would open the popover again.
            if (anchor.current?.contains(e.target as Node)) e.preventDefault()
          }}
          onCloseAutoFocus={(e) => {
            e.preventDefault()
            if (document.activeElement === document.body) anchor.current?.focus()
          }}
          className={cn(
            'pop-in z-50 soft:w-72 rounded-md border border-line bg-surface soft:p-3.5 text-ink shadow-pop outline-none',
            className,
          )}
          {...props}
        />
      </Radix.Portal>
    </Radix.Root>
  )
}
