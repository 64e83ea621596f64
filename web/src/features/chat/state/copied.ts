import { useEffect, useRef, useState } from 'react'
import { useT } from '@/i18n'
import { toast } from '@/ui/toast'
import { type Copied, copyText } from './copy'

/** How long a button shows that its text was copied, in ms. */
const SAID = 1500

/**
 * Returns `copied` and a function that copies to the clipboard. `copied` is true for SAID ms after a success. After a
 * failure, a toast is shown.
 */
export function useCopy(): [copied: boolean, copy: (what: Copied) => Promise<void>] {
  const t = useT()
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async (what: Copied) => {
    const done = await copyText(what)
    clearTimeout(timer.current)
    setCopied(done)
    if (done) timer.current = setTimeout(() => setCopied(false), SAID)
    else toast(t('chat.copy.failed'), { kind: 'error' })
  }
  return [copied, copy]
}
