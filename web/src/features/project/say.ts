import { errorText } from '@/api'
import { toast } from '@/ui/toast'

/** Does something, and says what went wrong; gives whether it succeeded. */
export async function trying(what: () => Promise<unknown>): Promise<boolean> {
  try {
    await what()
    return true
  } catch (err) {
    const text = errorText(err)
    if (text) toast(text, { kind: 'error' })
    return false
  }
}
