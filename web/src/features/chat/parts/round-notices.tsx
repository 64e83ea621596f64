import { X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { errorText } from '@/api'
import { useT } from '@/i18n'
import { navigate } from '@/lib/router'
import { storage } from '@/lib/storage'
import { Button, IconButton } from '@/ui/button'
import { toast } from '@/ui/toast'
import { useGeneral } from '../queries'
import { continueInNew } from '../state/calls'
import { type Conversation, rounds } from '../state/model'

/** A chat with this many rounds or more counts as long, unless the server sets another number. */
const MAX_ROUNDS = 30
/** The server's tip is shown at this number of rounds, unless the server sets another number. */
const TIP_ROUND = 10

export interface RoundNoticesProps {
  chat: Conversation
  agentId: string
  running: boolean
  address: (chatId: string) => string
}

/** Notices that depend on the number of rounds of a conversation. */
export default function RoundNotices({ chat, agentId, running, address }: RoundNoticesProps) {
  const general = useGeneral()
  const count = rounds(chat)
  const goOn = async () => {
    try {
      await navigate(address((await continueInNew(chat.cid, agentId)).id))
    } catch (err) {
      const text = errorText(err)
      if (text) toast(text, { kind: 'error' })
    }
  }
  return (
    <>
      {!running && count >= (general.maxConvRound ?? MAX_ROUNDS) && <LongChatNotice onNew={goOn} />}
      {count === (general.appBaseConfig?.appTipRound ?? TIP_ROUND) && general.appTip && (
        <TipOnce text={general.appTip} />
      )}
    </>
  )
}

/**
 * Shown when the chat is long and no answer is running. The chat may continue, but a new chat gives better answers.
 * The new chat begins with a summary of this chat.
 */
function LongChatNotice({ onNew }: { onNew: () => Promise<void> }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    await onNew()
    setBusy(false)
  }
  return (
    <Line>
      <span className="min-w-0 flex-1">{t('chat.long')}</span>
      <Button size="sm" disabled={busy} onClick={start}>
        {t('chat.long.new')}
      </Button>
    </Line>
  )
}

/** A tip that is shown at most once per browser. */
function TipOnce({ text }: { text: string }) {
  const t = useT()
  const [open, setOpen] = useState(() => storage.get('appTip') === null)
  useEffect(() => {
    storage.set('appTip', '1')
  }, [])
  if (!open) return null
  return (
    <Line>
      <span className="min-w-0 flex-1">{text}</span>
      <IconButton size="md" label={t('ui.close')} onClick={() => setOpen(false)}>
        <X strokeWidth={1.5} />
      </IconButton>
    </Line>
  )
}

function Line({ children }: { children: ReactNode }) {
  return (
    <div className="mb-2 flex w-full max-w-[760px] items-center gap-2 rounded-md border border-line bg-paper py-1.5 pr-1.5 pl-4 text-[13px] text-ink-2">
      {children}
    </div>
  )
}
