import { useState } from 'react'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'

/**
 * Sends the user's answer to a request for consent. If the call fails, the promise rejects, unless the request was
 * already answered.
 */
export type OnConsent = (id: string, allow: boolean, remember: boolean) => Promise<void> | void

/** A tool's request for consent. */
export function Consent({ id, onConsent }: { id: string; onConsent?: OnConsent }) {
  const t = useT()
  const [remember, setRemember] = useState(false)
  const [sent, setSent] = useState(false)
  const answer = async (allow: boolean) => {
    setSent(true)
    try {
      await onConsent?.(id, allow, allow && remember)
    } catch {
      setSent(false)
    }
  }
  return (
    <div className="mt-2 rounded-md border border-line bg-surface px-3.5 py-3 text-ink">
      <p>{t(sent ? 'answer.tool.sending' : 'answer.tool.ask')}</p>
      <div className="mt-2.5 flex flex-wrap items-center gap-2">
        <Button kind="primary" size="sm" disabled={sent || !onConsent} onClick={() => answer(true)}>
          {t('answer.tool.allow')}
        </Button>
        <Button size="sm" disabled={sent || !onConsent} onClick={() => answer(false)}>
          {t('answer.tool.decline')}
        </Button>
        <label className="hit ml-1 flex items-center gap-2 text-[13px] text-ink-2">
          <input
            type="checkbox"
            className="size-4 accent-qing"
            checked={remember}
            disabled={sent || !onConsent}
            onChange={(e) => setRemember(e.target.checked)}
          />
          {t('answer.tool.remember')}
        </label>
      </div>
    </div>
  )
}
