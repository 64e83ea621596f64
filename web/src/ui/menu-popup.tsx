import * as Radix from '@radix-ui/react-menu'
import { Check, ChevronRight } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { cn } from '@/lib/cn'
import type { MenuEntry } from './menu'

const panel =
  'pop-in z-50 min-w-44 max-w-72 rounded-md border border-line bg-surface p-1.5 text-ink shadow-pop'
const row =
  'flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-sm px-2.5 py-1.5 outline-none data-[highlighted]:bg-hover data-[disabled]:opacity-45 max-md:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0'

interface PopupProps {
  label: string
  entries: MenuEntry[]
  anchor: RefObject<HTMLButtonElement | null>
  side?: 'top' | 'bottom' | 'right'
  align?: 'start' | 'end' | 'center'
  className?: string
  onClose: () => void
}

/** The open menu. It stays beside its trigger, which is rendered elsewhere, even when the page moves the trigger. */
export default function MenuPopup({
  label,
  entries,
  anchor,
  side = 'bottom',
  align = 'start',
  className,
  onClose,
}: PopupProps) {
  return (
    // Not modal: the page behind stays available to assistive technology while a menu is open.
    <Radix.Root modal={false} open onOpenChange={(open) => !open && onClose()}>
      <Radix.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Radix.Portal>
        <section aria-label={label}>
          <Radix.Content
            aria-label={label}
            side={side}
            align={align}
            sideOffset={6}
            collisionPadding={8}
            loop
            className={cn(panel, className)}
            onClick={(e) => e.stopPropagation()}
            onInteractOutside={(e) => {
              // The trigger itself toggles the menu. If a click on the trigger closed the menu here as well, the
              // trigger would open the menu again.
              if (anchor.current?.contains(e.target as Node)) e.preventDefault()
            }}
            onCloseAutoFocus={(e) => {
              e.preventDefault()
              if (document.activeElement === document.body || document.activeElement === null)
                anchor.current?.focus()
            }}
          >
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </Radix.Content>
        </section>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Entry({ entry }: { entry: MenuEntry }) {
  switch (entry.type) {
    case 'separator':
      return <Radix.Separator className="mx-2 my-1.5 h-px bg-line" />
    case 'label':
      return <Radix.Label className="px-2.5 pt-1.5 pb-1 text-[12px] text-ink-3">{entry.label}</Radix.Label>
    case 'choice':
      return <Choice entry={entry} />
    default:
      return (
        <Radix.Item
          disabled={entry.disabled}
          onSelect={entry.onSelect}
          aria-current={entry.checked || undefined}
          className={cn(row, entry.danger && 'text-seal')}
        >
          {entry.icon}
          <span className="min-w-0 flex-1">
            {entry.label}
            {entry.hint && <span className="block text-[12px] text-ink-3">{entry.hint}</span>}
          </span>
          {entry.checked && <Check strokeWidth={1.5} className="text-qing" />}
        </Radix.Item>
      )
  }
}

function Choice({ entry }: { entry: Extract<MenuEntry, { type: 'choice' }> }) {
  const [open, setOpen] = useState(false)
  return (
    <Radix.Sub open={open} onOpenChange={setOpen}>
      <Radix.SubTrigger className={cn(row, 'data-[state=open]:bg-hover')}>
        {entry.icon}
        <span className="flex-1">{entry.label}</span>
        <span className="text-[12px] text-ink-3">
          {entry.options.find((o) => o.value === entry.value)?.label}
        </span>
        <ChevronRight strokeWidth={1.5} className="text-ink-3" />
      </Radix.SubTrigger>
      <Radix.Portal>
        <section aria-label={entry.label}>
          <Radix.SubContent sideOffset={8} collisionPadding={8} className={cn(panel, 'min-w-36')}>
            <Radix.RadioGroup value={entry.value} onValueChange={entry.onChange}>
              {entry.options.map((o) => (
                <Radix.RadioItem key={o.value} value={o.value} className={row}>
                  <span className="flex-1">{o.label}</span>
                  <Radix.ItemIndicator>
                    <Check strokeWidth={1.5} className="text-qing" />
                  </Radix.ItemIndicator>
                </Radix.RadioItem>
              ))}
            </Radix.RadioGroup>
          </Radix.SubContent>
        </section>
      </Radix.Portal>
    </Radix.Sub>
  )
}
