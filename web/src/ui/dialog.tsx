import { type ReactNode, Suspense } from 'react'
import { useT } from '@/i18n'
import { lazy } from '@/lib/lazy'
import { Button } from './button'

const Popup = lazy(() => import('./dialog-popup').then((m) => ({ default: m.Dialog })))
const SheetPopup = lazy(() => import('./dialog-popup').then((m) => ({ default: m.Sheet })))

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  children?: ReactNode
  /** Buttons at the lower right; the main action is last. */
  footer?: ReactNode
  className?: string
}

/**
 * A dialog in the middle of the page, with a margin on phones. Esc closes it; closing restores the focus. Its code is
 * loaded when it first opens.
 */
export function Dialog(props: DialogProps) {
  if (!props.open) return null
  return (
    <Suspense>
      <Popup {...props} />
    </Suspense>
  )
}

export interface ConfirmProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  /** The action as a verb: 删除, 清空. */
  action: string
  danger?: boolean
  onConfirm: () => void
}

/** Asks the user to confirm an action. */
export function ConfirmDialog({ action, danger, onConfirm, onOpenChange, ...rest }: ConfirmProps) {
  const t = useT()
  return (
    <Dialog
      onOpenChange={onOpenChange}
      footer={
        <>
          <Button kind="ghost" onClick={() => onOpenChange(false)}>
            {t('ui.cancel')}
          </Button>
          <Button
            kind={danger ? 'danger' : 'primary'}
            onClick={() => {
              onOpenChange(false)
              onConfirm()
            }}
          >
            {action}
          </Button>
        </>
      }
      {...rest}
    />
  )
}

export interface SheetProps extends Omit<DialogProps, 'footer'> {
  /** The edge on wide screens; on phones it is always the bottom. */
  side?: 'right' | 'bottom'
}

/** A panel at the edge of the page: at the bottom on phones, at `side` on wide screens. */
export function Sheet(props: SheetProps) {
  if (!props.open) return null
  return (
    <Suspense>
      <SheetPopup {...props} />
    </Suspense>
  )
}
