import * as Radix from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { IconButton } from './button'
import type { DialogProps, SheetProps } from './dialog'
import { useFocusBack } from './focus-back'

/** A dialog in the middle of the page, with a margin on phones. Esc closes it; closing restores the focus. */
export function Dialog({ open, onOpenChange, title, description, children, footer, className }: DialogProps) {
  const t = useT()
  const back = useFocusBack()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fade-in fixed inset-0 z-50 bg-mask" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onCloseAutoFocus={back}
          className={cn(
            'pop-in fixed inset-x-4 top-[12vh] z-50 mx-auto flex max-h-[76dvh] soft:max-w-md flex-col rounded-lg border border-line bg-surface p-5 text-ink shadow-pop outline-none',
            className,
          )}
        >
          <div className="flex items-start gap-3">
            <Radix.Title className="flex-1 pt-1 text-[16px] font-semibold leading-snug">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label={t('ui.close')} size="md" className="-mt-0.5 -mr-1.5">
                <X strokeWidth={1.5} />
              </IconButton>
            </Radix.Close>
          </div>
          {description && <Radix.Description className="mt-1.5 text-ink-2">{description}</Radix.Description>}
          {children && <div className="-mx-1 mt-3 min-h-0 flex-1 overflow-y-auto px-1">{children}</div>}
          {footer && <div className="mt-5 flex flex-wrap justify-end gap-2">{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** A panel at the edge of the page: at the bottom on phones, at `side` on wide screens. */
export function Sheet({
  open,
  onOpenChange,
  title,
  description,
  children,
  className,
  side = 'right',
}: SheetProps) {
  const t = useT()
  const back = useFocusBack()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fade-in fixed inset-0 z-50 bg-mask" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onCloseAutoFocus={back}
          className={cn(
            'fixed z-50 flex flex-col border-line bg-surface text-ink shadow-pop outline-none',
            'inset-x-0 bottom-0 max-h-[80dvh] animate-[sheet-up_var(--slow)_var(--ease)] rounded-t-lg border-t pb-[env(safe-area-inset-bottom)]',
            side === 'right' &&
              'md:inset-y-0 md:right-0 md:left-auto md:max-h-none md:w-[360px] md:animate-[sheet-right_var(--slow)_var(--ease)] md:rounded-none md:border-t-0 md:border-l',
            className,
          )}
        >
          <div className="flex items-center gap-3 px-5 pt-4 pb-2">
            <Radix.Title className="flex-1 text-[15px] font-semibold">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label={t('ui.close')} size="md" className="-mr-1.5">
                <X strokeWidth={1.5} />
              </IconButton>
            </Radix.Close>
          </div>
          {description && <Radix.Description className="px-5 text-ink-2">{description}</Radix.Description>}
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
