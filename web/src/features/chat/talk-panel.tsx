import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useT } from '@/i18n'
import { boot } from '@/lib/boot'
import { toast } from '@/ui/toast'
import { Composer, type ComposerHandle } from './parts/composer'
import { RefusalNotice } from './parts/notices'
import Talk from './parts/talk'
import { drafts } from './state/draft'
import { ask, leave, load, stop } from './state/engine'
import type { AskedFile } from './state/model'
import { useSources } from './state/sources'
import { moveDraft } from './state/start-over'
import { change, ensureChat, useChat } from './state/store'
import { useChoice } from './state/use-choice'

export interface Place {
  docId: string
  unit: number
  quote: string
}

export interface TalkPanelProps {
  cid: string
  /** The files to ask about; they are sent with the first question. */
  files: AskedFile[]
  placeholder: string
  /**
   * Content before the first question. A function receives `ask`, so that its content can ask a question.
   */
  welcome?: ReactNode | ((ask: (text: string) => void) => ReactNode)
  /** Called when the file of a source is to be opened. */
  onPlace?: (place: Place) => void
  /** The agent that answers; absent: the default assistant. */
  agentId?: string
  /** Whether the conversation is temporary: nothing of it is stored. */
  trial?: boolean
  /** Awaited before a question is asked; if it resolves to false, nothing is asked. */
  before?: () => Promise<boolean>
  /**
   * Begins a new conversation in place of one that was deleted, and returns its id, or undefined if this failed. The
   * draft moves there. Absent: no new conversation is offered.
   */
  renew?: () => Promise<string | undefined>
}

/** A conversation inside another page, about the content of that page. */
export default function TalkPanel({
  cid,
  files,
  placeholder,
  welcome,
  onPlace,
  agentId = boot.defaultAgentId,
  trial = false,
  before,
  renew,
}: TalkPanelProps) {
  const t = useT()
  const chat = useChat(cid)
  const choice = useChoice(agentId, cid)
  const composer = useRef<ComposerHandle>(null)
  const [editing, setEditing] = useState<string | null>(null)
  useEffect(() => {
    if (trial) {
      ensureChat(cid, agentId, 'new')
      change(cid, { temporary: true })
    } else void load(cid, agentId)
    return () => leave(cid)
  }, [cid, agentId, trial])
  useEffect(() => {
    if (!onPlace) return
    useSources.setState({ claimed: true })
    const off = useSources.subscribe(({ place }) => {
      if (!place?.docId) return
      useSources.setState({ place: null })
      onPlace({ docId: place.docId, unit: place.page ?? 1, quote: place.quote })
    })
    return () => {
      off()
      useSources.setState({ claimed: false })
    }
  }, [onPlace])
  const turns = chat?.turns ?? []
  const running = chat !== undefined && chat.activity !== null
  const send = async (text: string, options: { editOf?: number; hintOf?: string } = {}) => {
    setEditing(null)
    if (before && !(await before())) return
    const edited = turns.find((turn) => turn.question.index === options.editOf)
    void ask({
      cid,
      agentId,
      text,
      files: edited ? edited.question.files : turns.length === 0 ? files : undefined,
      draftId: cid,
      keepDraft: Boolean(edited || options.hintOf),
      fields: choice.fields(),
      editOf: options.editOf,
      origin: { hintOf: options.hintOf },
    })
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {chat && turns.length > 0 ? (
        <Talk
          chat={chat}
          choice={choice}
          editing={editing}
          onEditing={setEditing}
          onAsk={send}
          onQuoted={() => composer.current?.focus()}
        />
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
          {typeof welcome === 'function' ? welcome((text) => void send(text)) : welcome}
        </div>
      )}
      <div className="flex shrink-0 flex-col items-center px-4 pb-[calc(10px+env(safe-area-inset-bottom)+var(--keyboard-inset))]">
        {chat?.refusal && (
          <RefusalNotice
            refusal={chat.refusal}
            onRetry={drafts.get(cid).trim() && !running ? () => void send(drafts.get(cid).trim()) : null}
            onNew={
              renew &&
              (async () => {
                const next = await renew()
                if (next && next !== cid) moveDraft(cid, next, undefined)
              })
            }
            onClose={() => change(cid, { refusal: null })}
          />
        )}
        <Composer
          ref={composer}
          draftId={cid}
          placeholder={placeholder}
          running={running}
          stopping={chat?.activity?.stopping}
          onSend={(text) => send(text)}
          onStop={async () => {
            const error = await stop(cid)
            if (error) void toast(error.message, { kind: 'error' })
          }}
        />
        <p className="pt-2 text-center text-[12px] text-ink-3">{t('chat.footer')}</p>
      </div>
    </div>
  )
}
