import { useEffect, useRef, useState } from 'react'
import { type MessageId, useT } from '@/i18n'
import { type Copied, toClipboard } from '@/lib/clipboard'
import { toast } from '@/ui/toast'

/** Copies text to the clipboard and shows whether copying succeeded. */
export async function copyText(text: string, t: (id: MessageId) => string): Promise<void> {
  const done = await toClipboard({ text })
  void toast(t(done ? 'ui.copied' : 'ui.copyFailed'), { kind: done ? 'success' : 'warning' })
}

/** How long a button shows that its text was copied, in ms. */
const SAID = 1500

/**
 * Returns `copied` and a function that copies to the clipboard. `copied` is true for SAID ms after a success. A failure
 * shows a message.
 */
export function useCopy(): [copied: boolean, copy: (what: Copied) => Promise<void>] {
  const t = useT()
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async (what: Copied) => {
    const done = await toClipboard(what)
    clearTimeout(timer.current)
    setCopied(done)
    if (done) timer.current = setTimeout(() => setCopied(false), SAID)
    else void toast(t('ui.copyFailed'), { kind: 'warning' })
  }
  return [copied, copy]
}
