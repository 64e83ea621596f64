import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  Suspense,
  use,
  useMemo,
  useRef,
} from 'react'
import { lazy } from '@/lib/lazy'
import type { PopoverPopupProps } from './popover-popup'

const Popup = lazy(() => import('./popover-popup'))

interface Popping {
  open: boolean
  onOpenChange: (open: boolean) => void
  anchor: RefObject<HTMLButtonElement | null>
}

const Context = createContext<Popping | null>(null)

export interface PopoverProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  children: ReactNode
}

/** A trigger and a floating part beside it. The floating part is loaded when it first opens. */
export function Popover({ open, onOpenChange, children }: PopoverProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const value = useMemo(() => ({ open, onOpenChange, anchor }), [open, onOpenChange])
  return <Context value={value}>{children}</Context>
}

export function PopoverTrigger({ onClick, ...props }: ComponentProps<'button'>) {
  const { open, onOpenChange, anchor } = use(Context)!
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={open}
      {...props}
      ref={anchor}
      onClick={(e) => {
        onClick?.(e)
        if (!e.defaultPrevented) onOpenChange(!open)
      }}
    />
  )
}

/** The floating part of a popover. */
export function PopoverContent(props: Omit<PopoverPopupProps, 'anchor' | 'onOpenChange'>) {
  const { open, onOpenChange, anchor } = use(Context)!
  if (!open) return null
  return (
    <Suspense>
      <Popup anchor={anchor} onOpenChange={onOpenChange} {...props} />
    </Suspense>
  )
}
