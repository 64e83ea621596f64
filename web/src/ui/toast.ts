/** How long each kind of toast stays, in ms. */
export const TOAST_TIME = { info: 1500, success: 1500, error: 1500, warning: 3000, undo: 5000 } as const

export type ToastKind = keyof typeof TOAST_TIME

export interface ToastOptions {
  kind?: ToastKind
  /** One button, such as 撤销. */
  action?: { label: string; onClick: () => void }
  /** Called once when the toast disappears and its action was not used. */
  onGone?: () => void
}

/** Shows a short text for a short time. The toaster's code is loaded with the first toast. */
export async function toast(message: string, options: ToastOptions = {}): Promise<void> {
  const { show } = await import('./toaster')
  show(message, options)
}

/** Shows an error. Without a text nothing is shown, because the user already sees the error. */
export function toastError(text: string | null): void {
  if (text) void toast(text, { kind: 'error' })
}
