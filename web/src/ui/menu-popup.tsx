import * as Dropdown from '@radix-ui/react-dropdown-menu'
import { Check, ChevronRight } from 'lucide-react'
import { type RefObject, useLayoutEffect, useState } from 'react'
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

/**
 * The open menu. It is anchored to an invisible copy of the trigger's box, because the trigger is rendered
 * elsewhere.
 */
export default function MenuPopup({
  label,
  entries,
  anchor,
  side = 'bottom',
  align = 'start',
  className,
  onClose,
}: PopupProps) {
  const [box, setBox] = useState<DOMRect | null>(null)
  useLayoutEffect(() => setBox(anchor.current?.getBoundingClientRect() ?? null), [anchor])
  if (!box) return null
  return (
    // Not modal: the page behind stays available to assistive technology while a menu is open.
    <Dropdown.Root modal={false} open onOpenChange={(open) => !open && onClose()}>
      <Dropdown.Trigger asChild>
        <span
          aria-hidden
          tabIndex={-1}
          className="pointer-events-none fixed"
          style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
        />
      </Dropdown.Trigger>
      <Dropdown.Portal>
        <section aria-label={label}>
          <Dropdown.Content
            aria-label={label}
            aria-labelledby={undefined}
            side={side}
            align={align}
            sideOffset={6}
            collisionPadding={8}
            loop
            className={cn(panel, className)}
            onClick={(e) => e.stopPropagation()}
            onInteractOutside={(e) => {
              // The trigger itself toggles the menu. If this click closed the menu as well, the
              // trigger would open it again.
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
          </Dropdown.Content>
        </section>
      </Dropdown.Portal>
    </Dropdown.Root>
  )
}

function Entry({ entry }: { entry: MenuEntry }) {
  switch (entry.type) {
    case 'separator':
      return <Dropdown.Separator className="mx-2 my-1.5 h-px bg-line" />
    case 'label':
      return (
        <Dropdown.Label className="px-2.5 pt-1.5 pb-1 text-[12px] text-ink-3">{entry.label}</Dropdown.Label>
      )
    case 'choice':
      return (
        <Dropdown.Sub>
          <Dropdown.SubTrigger className={cn(row, 'data-[state=open]:bg-hover')}>
            {entry.icon}
            <span className="flex-1">{entry.label}</span>
            <span className="text-[12px] text-ink-3">
              {entry.options.find((o) => o.value === entry.value)?.label}
            </span>
            <ChevronRight strokeWidth={1.5} className="text-ink-3" />
          </Dropdown.SubTrigger>
          <Dropdown.Portal>
            <section aria-label={entry.label}>
              <Dropdown.SubContent sideOffset={8} collisionPadding={8} className={cn(panel, 'min-w-36')}>
                <Dropdown.RadioGroup value={entry.value} onValueChange={entry.onChange}>
                  {entry.options.map((o) => (
                    <Dropdown.RadioItem key={o.value} value={o.value} className={row}>
                      <span className="flex-1">{o.label}</span>
                      <Dropdown.ItemIndicator>
                        <Check strokeWidth={1.5} className="text-qing" />
                      </Dropdown.ItemIndicator>
                    </Dropdown.RadioItem>
                  ))}
                </Dropdown.RadioGroup>
              </Dropdown.SubContent>
            </section>
          </Dropdown.Portal>
        </Dropdown.Sub>
      )
    default:
      return (
        <Dropdown.Item
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
        </Dropdown.Item>
      )
  }
}
