import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { createRoot } from 'react-dom/client'
import { toast as sonner, Toaster } from 'sonner'
import { TOAST_TIME, type ToastOptions } from './toast'

const icon = { size: 18, strokeWidth: 1.5 }

const host = document.createElement('div')
document.body.append(host)
createRoot(host).render(
  <Toaster
    position="top-center"
    offset={{ top: 16 }}
    // No offset at the sides, because the toast has its own margin and is centred.
    mobileOffset={{ top: 'calc(12px + env(safe-area-inset-top))', left: 0, right: 0 }}
    gap={8}
    icons={{
      success: <CircleCheck {...icon} className="text-qing" />,
      error: <CircleAlert {...icon} className="text-seal" />,
      warning: <TriangleAlert {...icon} className="text-amber" />,
    }}
    toastOptions={{
      unstyled: true,
      classNames: {
        toast:
          'flex w-max max-w-[min(420px,calc(100vw-32px))] items-center gap-2.5 rounded-md border border-line bg-surface py-2.5 pr-3 pl-4 text-[14px] text-ink shadow-pop mx-auto left-0 right-0',
        actionButton: 'hit ml-2 shrink-0 rounded-sm px-2 py-1 font-medium text-qing-ink hover:bg-hover',
      },
    }}
  />,
)

export function show(message: string, { kind = 'info', action, onGone }: ToastOptions): void {
  let over = false
  const gone = () => {
    if (over) return
    over = true
    onGone?.()
  }
  const say = kind === 'undo' || kind === 'info' ? sonner : sonner[kind]
  say(message, {
    duration: TOAST_TIME[kind],
    action: action && {
      label: action.label,
      onClick: () => {
        over = true
        action.onClick()
      },
    },
    onAutoClose: gone,
    onDismiss: gone,
  })
}
