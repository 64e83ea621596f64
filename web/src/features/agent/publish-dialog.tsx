import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '@/api'
import { askLogin, isUser, useSession } from '@/features/session'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { copyText } from '@/ui/copy'
import { Dialog } from '@/ui/dialog'
import { toast } from '@/ui/toast'
import { again, publish, type Visibility } from './calls'
import type { Draft } from './use-draft'

const ways = ['private', 'link', 'public'] as const satisfies readonly Visibility[]

/**
 * Lets the author choose who may use an agent. The choice publishes the draft, submits the draft for review, or
 * withdraws the agent.
 */
export default function PublishDialog({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const { own } = draft
  const user = useSession((s) => isUser(s.who))
  const [to, setTo] = useState<Visibility>(
    own.review === 'waiting' ? 'public' : (own.visibility as Visibility),
  )
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const link = `${location.origin}/chat/${own.id}`
  const send = async () => {
    if (to !== 'private' && !user) return askLogin()
    setBusy(true)
    setFailure('')
    try {
      const { data } = await publish(own.id, to)
      draft.take(data)
      await again(client)
      void toast(t(`agent.published.${to}`), { kind: 'success' })
      onClose()
    } catch (err) {
      setFailure(errorText(err) ?? t('error.service'))
    }
    setBusy(false)
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('agent.publish.title')}
      description={t('agent.publish.text')}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="primary" disabled={busy} onClick={() => void send()}>
            {t(`agent.publish.${to}`)}
          </Button>
        </>
      }
    >
      {own.reason && (
        <p className="mb-3 rounded-md bg-paper-2 px-3 py-2 text-[13px] text-ink-2">
          {/* While a version waits for review, the reason can only be that of an earlier takedown. */}
          {t(
            own.review === 'down' || own.review === 'waiting' ? 'agent.reason.down' : 'agent.reason.refused',
            { reason: own.reason },
          )}
        </p>
      )}
      <fieldset className="space-y-2" aria-label={t('agent.publish.title')}>
        {ways.map((way) => (
          <label
            key={way}
            className="flex cursor-pointer items-start gap-3 rounded-md border border-line px-3 py-2.5 hover:bg-hover"
          >
            <input
              type="radio"
              name="visibility"
              className="mt-1 size-4 shrink-0 accent-(--qing)"
              checked={to === way}
              onChange={() => setTo(way)}
            />
            <span>
              <span className="block font-medium">{t(`agent.way.${way}`)}</span>
              <span className="block text-[13px] text-ink-3">{t(`agent.way.${way}.text`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {own.visibility !== 'private' && (
        <p className="mt-3 flex items-center gap-2 text-[13px]">
          <span className="min-w-0 flex-1 truncate text-ink-2">{link}</span>
          <Button size="sm" className="max-md:h-11" onClick={() => void copyText(link, t)}>
            {t('agent.copyLink')}
          </Button>
        </p>
      )}
      {failure && (
        <p role="alert" className="mt-3 text-[13px] text-seal">
          {failure}
        </p>
      )}
    </Dialog>
  )
}
