import { errorText } from '@/api'
import { toastError } from '@/ui/toast'

/** Shows an error as a toast, unless the user already sees it. */
export function say(err: unknown): void {
  toastError(errorText(err))
}
