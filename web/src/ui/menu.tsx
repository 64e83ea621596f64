import { type MouseEvent, type ReactElement, type ReactNode, Suspense, useRef, useState } from 'react'
import { lazy } from '@/lib/lazy'

export type MenuEntry =
  | {
      type?: 'item'
      id: string
      label: string
      icon?: ReactNode
      /** A less prominent second line. */
      hint?: string
      danger?: boolean
      disabled?: boolean
      checked?: boolean
      onSelect: () => void
    }
  | { type: 'separator'; id: string }
  | { type: 'label'; id: string; label: string }
  | {
      type: 'choice'
      id: string
      label: string
      icon?: ReactNode
      value: string
      options: { value: string; label: string }[]
      onChange: (value: string) => void
    }

/** The props that a Menu's trigger must pass to its button. */
export interface MenuTriggerProps {
  ref: (el: HTMLButtonElement | null) => void
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onClick: (e: MouseEvent) => void
  onPointerEnter: () => void
  onFocus: () => void
}

export interface MenuProps {
  /** The accessible name of the menu. */
  label: string
  entries: MenuEntry[] | (() => MenuEntry[])
  side?: 'top' | 'bottom' | 'right'
  align?: 'start' | 'end' | 'center'
  className?: string
  trigger: (props: MenuTriggerProps) => ReactElement
  onOpenChange?: (open: boolean) => void
}

const load = () => import('./menu-popup')
const MenuPopup = lazy(load)
const preload = () => {
  load().catch(() => {}) // an error is shown when the user opens the menu
}

/**
 * A menu of entries given as data. The popup is loaded when a pointer or the focus first reaches the trigger. So a
 * page with a hundred menus stays fast.
 */
export function Menu({ trigger, entries, onOpenChange, ...rest }: MenuProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const change = (next: boolean) => {
    setOpen(next)
    onOpenChange?.(next)
  }
  return (
    <>
      {trigger({
        ref: (el) => {
          button.current = el
        },
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: (e) => {
          e.preventDefault()
          e.stopPropagation()
          change(!open)
        },
        onPointerEnter: preload,
        onFocus: preload,
      })}
      {open && (
        <Suspense>
          <MenuPopup
            anchor={button}
            entries={typeof entries === 'function' ? entries() : entries}
            onClose={() => change(false)}
            {...rest}
          />
        </Suspense>
      )}
    </>
  )
}
