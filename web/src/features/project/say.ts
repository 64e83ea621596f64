import { errorText } from '@/api'
import { toast } from '@/ui/toast'

/** Runs a call and shows an error; returns whether the call succeeded. */
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
