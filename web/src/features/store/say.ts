import { errorText } from '@/api'
import { toast } from '@/ui/toast'

/** Shows an error as a toast, unless the user already sees it. */
export function say(err: unknown): void {
  const text = errorText(err)
  if (text) void toast(text, { kind: 'error' })
}
