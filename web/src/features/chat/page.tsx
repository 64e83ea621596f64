import { MessageCircleDashed } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { loadInChat } from '@/features/agent'
import { noteAsked } from '@/features/session'
import { loadButton } from '@/features/share'
import { PageHeader } from '@/features/shell'
import { useT, withCatalogue } from '@/i18n'
import { chatAddress, STUDIES, studyAddress } from '@/lib/address'
import { boot } from '@/lib/boot'
import { cn } from '@/lib/cn'
import { useHomeQuestion } from '@/lib/home-question'
import type { Landing } from '@/lib/landing'
import { lazy } from '@/lib/lazy'
import { part } from '@/lib/part'
import { isTouch } from '@/lib/platform'
import { navigate } from '@/lib/router'
import { useShortcut } from '@/lib/shortcuts'
import { IconButton } from '@/ui/button'
import { toast } from '@/ui/toast'
import { Markdown } from './markdown/lazy'
import { AttachButton } from './parts/attach'
import { Announcer, Body, Loading } from './parts/body'
import { Composer, type ComposerHandle } from './parts/composer'
import { Home } from './parts/home'
import { ModelMenu } from './parts/model-menu'
import { RefusalNotice } from './parts/notices'
import { Switches } from './parts/switches'
import { useGeneral } from './queries'
import { useAttaching } from './state/attached'
import { drafts, NEW_DRAFT } from './state/draft'
import { ask, leave, load, newCid, recheck, stop } from './state/engine'
import { useLeaving } from './state/leaving'
import { loadReader } from './state/load-reader'
import { placeOf } from './state/place'
import { hideSources, useSources } from './state/sources'
import { moveDraft } from './state/start-over'
import { change, ensureChat, useChat } from './state/store'
import { useStudySwitch, wantStudy } from './state/study'
import { useChoice } from './state/use-choice'
import { useJump } from './state/use-jump'
import { useLandingChoice, useLandingPrompt } from './state/use-landing'
import { useNews, useTitle } from './state/use-news'
import { keepUnasked, useUnasked } from './state/use-unasked'

// The Markdown renderer is loaded together with Talk: an answer that was first shown as plain text would change its
// height.
const Talk = part(
  withCatalogue('answer', async () => {
    const [talk] = await Promise.all([import('./parts/talk'), Markdown.load().catch(() => {})])
    return talk
  }),
  Loading,
)
const ExportMenu = part(() => import('@/features/export').then((m) => ({ default: m.ExportMenu })))
const ShareButton = part(withCatalogue('share', loadButton))
const AgentHead = part(withCatalogue('agent', async () => ({ default: (await loadInChat()).AgentHead })))
const AgentHome = part(withCatalogue('agent', async () => ({ default: (await loadInChat()).AgentHome })))
const Sources = lazy(() => import('./parts/sources'))
const RoundNotices = part(() => import('./parts/round-notices'))
const ModelGuide = part(withCatalogue('suggest', () => import('./parts/model-guide')))
const LeaveDialog = lazy(() => import('./parts/leave'))

/** The place of conversations that are not the user's own, such as a project. */
export interface ChatPlace {
  id: string
  /** The title of the conversation; absent if it is unknown. */
  title?: string
  /** The address of a conversation; without an id, the address of a new conversation. */
  address: (chatId?: string) => string
  /** Content at the end of the header; the id is empty before the first question. */
  badge: (chatId: string) => ReactNode
  /** Why questions and changes are not allowed; absent if they are allowed. */
  closed?: string
}

export interface ChatPageProps {
  agentId: string
  /** Undefined on the home page: the conversation begins with the first question. */
  chatId?: string
  /** The message to show, as index or index.version. */
  at?: string
  landing: Landing
  /** Whether this is the research page: research is on by default, and conversations begun here stay here. */
  study?: boolean
  /** Absent: the conversation is the user's own. */
  place?: ChatPlace
}

/** The id of the next conversation begun on the home page, replaced when the first question has been accepted. */
let nextCid = newCid()

/**
 * The home page and the page of a conversation are one component, so that the composer is not remounted at the first
 * question.
 */
export function ChatPage({ agentId, chatId, at, landing, study = false, place }: ChatPageProps) {
  const t = useT()
  const [begun, setBegun] = useState(nextCid)
  // True from the first question until the address has changed: the conversation is already shown.
  const [entered, setEntered] = useState(false)
  const cid = chatId ?? begun
  const home = chatId === undefined && !entered
  const newDraft = place ? `${NEW_DRAFT}-${place.id}` : NEW_DRAFT
  const draftId = home ? newDraft : cid
  const chat = useChat(cid)
  const choice = useChoice(agentId, cid)
  const studies = useStudySwitch(draftId, chat)
  const general = useGeneral()
  const composer = useRef<ComposerHandle>(null)
  const leaving = useLeaving((s) => s.url !== null)
  const beside = useSources((s) => s.shown ?? s.place)
  const [editing, setEditing] = useState<string | null>(null)
  const attaching = useAttaching(draftId)
  const { part, files, bring } = attaching

  const jumping = placeOf(at) !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: a jump loads messages and moves the focus itself.
  useEffect(() => {
    if (!chatId) ensureChat(begun, agentId, 'new')
    else if (!jumping) void load(chatId, agentId)
    setEditing(null)
    if (!isTouch() && !jumping) composer.current?.focus()
    return () => {
      hideSources()
      if (chatId) leave(chatId)
    }
  }, [chatId, begun, agentId])

  const address = (id: string) =>
    place ? place.address(id) : study ? studyAddress(id, agentId) : chatAddress(id, agentId)
  const shared = place !== undefined
  const readOnly = place?.closed !== undefined
  useEffect(() => change(cid, { shared, readOnly }), [cid, shared, readOnly])
  useJump(chatId, agentId, at, address)
  useNews()
  const title = useTitle(cid, home, place?.title || (chat?.title ?? ''))
  useLandingPrompt(home, landing, (text) => send(text))
  useLandingChoice(landing, choice)
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && chatId && recheck(chatId)
    document.addEventListener('visibilitychange', look)
    // For a stored conversation, the code for rendering answers is loaded together with the conversation.
    // Otherwise it is loaded shortly after the page. After a failure it is loaded when it is needed.
    const timer = setTimeout(
      () => {
        Talk.load().catch(() => {})
        loadReader().catch(() => {})
      },
      chatId ? 0 : 200,
    )
    return () => {
      document.removeEventListener('visibilitychange', look)
      clearTimeout(timer)
    }
  }, [chatId])

  // On the research page, research is switched on by default.
  useEffect(() => {
    if (study && home) wantStudy(NEW_DRAFT, true)
    return () => wantStudy(NEW_DRAFT, false)
  }, [study, home])

  const main = agentId === boot.defaultAgentId
  const start = place ? place.address() : study ? STUDIES : main ? '/' : `/chat/${agentId}`
  const path = home ? start : address(cid)
  // The start page has a link to research below the composer, so the composer has no switch for it.
  const entries = home && start === '/'
  const whole = (chat?.phase === 'new' || chat?.phase === 'ready') && attaching.settled
  useHomeQuestion(home && whole, (text, from) => void send(text, { card: from === 'card', apart: true }))
  useUnasked(
    path,
    draftId,
    whole,
    () => (part?.attached(draftId).count ?? 0) > 0,
    (text) => void send(text),
  )

  const send = async (
    text: string,
    options: { editOf?: number; hintOf?: string; card?: boolean; good?: boolean; apart?: boolean } = {},
  ) => {
    const real = home && landing.realPrompt && text === landing.prompt ? landing.realPrompt : text
    setEditing(null)
    const edited = chat?.turns.find((turn) => turn.question.index === options.editOf)
    const elsewhere = Boolean(edited || options.hintOf || options.card || options.apart) // not typed in the composer
    const carried = elsewhere ? undefined : part?.take(draftId)
    const taken = ask({
      cid,
      agentId,
      text: real,
      shown: text,
      files: edited?.question.files ?? carried?.files,
      draftId: options.editOf === undefined ? draftId : cid,
      keepDraft: elsewhere,
      fields: { ...choice.fields(), ...studies.fields() },
      editOf: options.editOf,
      origin: { card: options.card || options.good, hintOf: options.hintOf },
    })
    const restoreFiles = () => carried && part?.restoreFiles(draftId, carried)
    void taken.then((ok) => (ok ? noteAsked() : restoreFiles()))
    if (options.editOf === undefined) keepUnasked(taken, draftId, path, text, restoreFiles)
    if (!home) return
    setEntered(true)
    await navigate(address(cid))
    setEntered(false)
    if (await taken) {
      nextCid = newCid()
      setBegun(nextCid)
    } else await navigate(start, { replace: true })
  }
  const startOver = () => {
    moveDraft(draftId, newDraft, part)
    ensureChat(begun, agentId, 'new')
    change(begun, { temporary })
    void navigate(start)
  }
  const halt = async () => {
    const error = await stop(cid)
    if (error) toast(error.message, { kind: 'error' })
  }
  const running = chat !== undefined && chat.activity !== null
  useShortcut('escape', () => (running ? void halt() : false))

  const temporary = chat?.temporary ?? false
  const rules = general.appBaseConfig?.conversationModelSwitchGuide?.rules
  const box = place?.closed ? (
    <p className="w-full max-w-[760px] rounded-md border border-line bg-surface px-4 py-2.5 text-center text-ink-2">
      {place.closed}
    </p>
  ) : (
    <Composer
      ref={composer}
      draftId={draftId}
      placeholder={t(
        studies.on ? 'chat.placeholder.study' : home ? 'chat.placeholder.home' : 'chat.placeholder',
      )}
      roomy={home}
      dashed={temporary}
      running={running}
      stopping={chat?.activity?.stopping}
      tools={
        <>
          {bring && (
            <AttachButton
              draft={draftId}
              cid={temporary ? '' : cid}
              agentId={agentId}
              attaching={attaching}
            />
          )}
          {main && <Switches choice={choice} studies={entries ? undefined : studies} />}
        </>
      }
      files={files}
      above={(empty) =>
        part && (
          <part.Strip
            draft={draftId}
            empty={empty}
            offline={choice.offline}
            onAsk={(text) => (files.blocked || running ? drafts.set(draftId, text) : send(text))}
            onType={() => composer.current?.focus()}
          />
        )
      }
      below={(text) =>
        main &&
        rules?.[0] && (
          <ModelGuide text={text} rules={rules} choice={choice} onEnd={() => composer.current?.focus()} />
        )
      }
      onFiles={bring}
      // Nothing of a temporary conversation is stored, so a long text does not become a file.
      onLongText={
        bring && !temporary ? (text) => attaching.reach().then((m) => m.attachText(draftId, text)) : undefined
      }
      onSend={(text, good) => send(text, { good })}
      onStop={halt}
      onRecall={chat?.turns.length && !running ? () => setEditing(chat.turns.at(-1)!.key) : undefined}
    />
  )
  const refusal = chat?.refusal && (
    <RefusalNotice
      refusal={chat.refusal}
      onRetry={
        (drafts.get(draftId).trim() || files.count > 0) && !running
          ? () => send(drafts.get(draftId).trim())
          : null
      }
      onNew={home || files.blocked ? null : startOver}
      onClose={() => change(cid, { refusal: null })}
    />
  )
  const entry = (
    <div className="flex w-full max-w-[760px] flex-col items-center">
      {refusal}
      {box}
    </div>
  )
  const notice = general.appBaseConfig?.tempConvNotice || t('chat.temporary.notice')

  return (
    <div className="flex min-h-0 flex-1">
      <div className={cn('relative flex flex-1 flex-col', beside ? 'min-w-[min(100%,380px)]' : 'min-w-0')}>
        <PageHeader
          className="relative z-10"
          start={
            <div className="flex min-w-0 items-center gap-2 max-md:flex-col max-md:items-start max-md:gap-0">
              {main ? (
                <ModelMenu choice={choice} used={!home} small={!home} />
              ) : (
                <AgentHead agentId={agentId} />
              )}
              {!home && (
                <h1
                  dir="auto"
                  className={cn(
                    'max-w-full truncate text-[13.5px] text-ink-3 max-md:order-first max-md:px-3 max-md:font-medium max-md:text-[15px] max-md:text-ink md:max-lg:sr-only',
                    !title && !temporary && 'sr-only',
                  )}
                >
                  {title || t(temporary ? 'chat.temporary' : 'chat.transcript')}
                </h1>
              )}
            </div>
          }
          end={
            <>
              {place?.badge(home ? '' : cid)}
              {!home && chat && chat.turns.length > 0 && (
                <>
                  {!temporary && !place?.closed && <ShareButton cid={cid} className="text-ink-3" />}
                  <ExportMenu cid={cid} />
                </>
              )}
              {(home || temporary) && !place && general.appBaseConfig?.enableTempConv !== false && (
                <IconButton
                  label={t('chat.temporary')}
                  aria-pressed={temporary}
                  disabled={!home}
                  className={cn(
                    temporary && 'bg-qing-soft text-qing-ink hover:bg-qing-soft disabled:opacity-100',
                  )}
                  onClick={() => change(cid, { temporary: !temporary })}
                >
                  <MessageCircleDashed strokeWidth={1.5} />
                </IconButton>
              )}
            </>
          }
        />
        {home && !main ? (
          <AgentHome
            agentId={agentId}
            notice={temporary ? notice : ''}
            onCard={(text) => send(text)}
            composer={entry}
          />
        ) : home ? (
          <Home
            offline={choice.offline}
            notice={temporary ? notice : ''}
            attached={files.count > 0}
            onCard={(text) => send(text, { card: true })}
            onDocument={() => attaching.withPart((m) => m.pick(draftId))}
            composer={entry}
            address={place ? undefined : start}
          />
        ) : (
          <>
            <Body
              phase={chat?.phase ?? 'loading'}
              message={chat?.error?.message ?? ''}
              onRetry={() => load(cid, agentId)}
              onNew={startOver}
            >
              {chat && (
                <Talk
                  chat={chat}
                  choice={choice}
                  editing={editing}
                  onEditing={setEditing}
                  onAsk={send}
                  onQuoted={() => composer.current?.focus()}
                />
              )}
            </Body>
            {chat?.phase !== 'missing' && (
              <div className="flex shrink-0 flex-col items-center px-6 pb-[calc(10px+env(safe-area-inset-bottom)+var(--keyboard-inset))] max-md:px-2.5">
                {chat && !place?.closed && (
                  <RoundNotices chat={chat} agentId={agentId} running={running} address={address} />
                )}
                {refusal}
                {box}
                <p className="pt-2 text-center text-[12px] text-ink-3">
                  {temporary ? notice : t('chat.footer')}
                </p>
              </div>
            )}
          </>
        )}
        <Announcer running={running} chat={chat} />
        {attaching.dragging && part && <part.DropOverlay />}
        {leaving && (
          <Suspense>
            <LeaveDialog />
          </Suspense>
        )}
      </div>
      {beside && (
        <Suspense>
          <Sources />
        </Suspense>
      )}
    </div>
  )
}
