import type { MessageId } from '@/i18n'
import { toast } from '@/ui/toast'

/** Copies text to the clipboard and shows whether that succeeded. */
export const copyText = (text: string, t: (id: MessageId) => string) =>
  navigator.clipboard.writeText(text).then(
    () => toast(t('ui.copied'), { kind: 'success' }),
    () => toast(t('ui.copyFailed'), { kind: 'warning' }),
  )
