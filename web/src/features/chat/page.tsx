import { MessageCircleDashed, MessageCircleOff } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { asApiError } from '@/api'
import { loadInChat } from '@/features/agent'
import { useConversation, useConversationNews } from '@/features/conversation'
import { noteAsked } from '@/features/session'
import { loadButton } from '@/features/share'
import { PageHeader } from '@/features/shell'
import { useT, withCatalogue } from '@/i18n'
import { chatAddress, projectAddress, projectChatAddress, STUDIES, studyAddress } from '@/lib/address'
import { boot } from '@/lib/boot'
import { cn } from '@/lib/cn'
import type { Landing } from '@/lib/landing'
import { isTouch } from '@/lib/platform'
import { navigate } from '@/lib/router'
import { useShortcut } from '@/lib/shortcuts'
import { IconButton } from '@/ui/button'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { toast } from '@/ui/toast'
import { preloadMarkdown } from './markdown/lazy'
import { AttachButton } from './parts/attach'
import { Composer, type ComposerHandle } from './parts/composer'
import { Home } from './parts/home'
import { ModelMenu } from './parts/model-menu'
import { LongChatNotice, RefusalNotice, TipOnce } from './parts/notices'
import { Switches } from './parts/switches'
import { preloadable } from './preloadable'
import { useGeneral } from './queries'
import { useAttaching } from './state/attached'
import { continueInNew } from './state/calls'
import { drafts, NEW_DRAFT } from './state/draft'
import { ask, leave, load, newCid, onNews, recheck, stop } from './state/engine'
import { useHomeQuestion } from './state/home-question'
import { useLeaving } from './state/leaving'
import { loadReader } from './state/load-reader'
import { rounds, shown } from './state/model'
import { placeOf } from './state/place'
import { hideSources, useSources } from './state/sources'
import { change, ensureChat, useChat } from './state/store'
import { useStudySwitch, wantStudy } from './state/study'
import { useChoice } from './state/use-choice'
import { useLandingChoice, useLandingPrompt } from './state/use-landing'
import { keepUnasked, useUnasked } from './state/use-unasked'

const { Part: Talk, preload: preloadTalk } = preloadable(() => import('./parts/talk'))
const ExportMenu = lazy(() => import('@/features/export').then((m) => ({ default: m.ExportMenu })))
const ShareButton = lazy(withCatalogue('share', loadButton))
const AgentHead = lazy(withCatalogue('agent', async () => ({ default: (await loadInChat()).AgentHead })))
const AgentHome = lazy(withCatalogue('agent', async () => ({ default: (await loadInChat()).AgentHome })))
const Sources = lazy(() => import('./parts/sources'))
const ProjectBadge = lazy(() => import('@/features/project').then((m) => m.loadBadge()))
const LeaveDialog = lazy(() => import('./parts/leave'))

export interface ChatPageProps {
  agentId: string
  /** Absent on the home page: the conversation begins with the first question. */
  chatId?: string
  /** The message to show: index.version. */
  at?: string
  landing: Landing
  /** The page of studies: its questions ask for one, and its conversations stay on it. */
  study?: boolean
  /** The project to which the conversation belongs: its members read it, too. */
  project?: string
}

/** Rounds after which a chat is long, where the server does not say. */
const MAX_ROUNDS = 30
const TIP_ROUND = 10

/** The conversation that the home page will begin; after its first question comes another. */
let nextCid = newCid()

/** Home and chat are one page, so that the first question does not lose the composer. */
export function ChatPage({ agentId, chatId, at, landing, study = false, project }: ChatPageProps) {
  const t = useT()
  const [begun, setBegun] = useState(nextCid)
  // The first question shows at once; the address follows when the router is ready.
  const [entered, setEntered] = useState(false)
  const cid = chatId ?? begun
  const home = chatId === undefined && !entered
  const draftId = home ? NEW_DRAFT : cid
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a jump loads its own part, once, and has the focus.
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

  useJump(chatId, agentId, at)
  useNews(cid, Boolean(chat?.temporary || project))
  const title = useTitle(cid, home, chat?.title ?? '')
  useLandingPrompt(home, landing, (text) => send(text))
  useLandingChoice(landing, choice)
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && chatId && recheck(chatId)
    document.addEventListener('visibilitychange', look)
    // What the first answer needs is fetched as soon as the page itself is there.
    const timer = setTimeout(() => {
      void preloadTalk()
      loadReader().catch(() => {}) // asked again with the first question
      void preloadMarkdown()
    }, 200)
    return () => {
      document.removeEventListener('visibilitychange', look)
      clearTimeout(timer)
    }
  }, [chatId])

  // The page of studies begins with the switch on; it may be switched off.
  useEffect(() => {
    if (study && home) wantStudy(NEW_DRAFT, true)
    return () => wantStudy(NEW_DRAFT, false)
  }, [study, home])

  const address = (id: string) =>
    project ? projectChatAddress(project, id) : study ? studyAddress(id, agentId) : chatAddress(id, agentId)
  const main = agentId === boot.defaultAgentId
  const start = project ? projectChatAddress(project) : study ? STUDIES : main ? '/' : `/chat/${agentId}`
  const path = home ? start : address(cid)
  const whole = (chat?.phase === 'new' || chat?.phase === 'ready') && attaching.settled
  useHomeQuestion(home && whole, (text) => void send(text, { card: true }))
  useUnasked(path, draftId, whole, (text) => void send(text))

  const send = async (
    text: string,
    options: { editOf?: number; hintOf?: string; card?: boolean; good?: boolean } = {},
  ) => {
    const real = home && landing.realPrompt && text === landing.prompt ? landing.realPrompt : text
    setEditing(null)
    const edited = chat?.turns.find((turn) => turn.question.index === options.editOf)
    const carried = edited || options.hintOf || options.card ? undefined : part?.take(draftId)
    const taken = ask({
      cid,
      agentId,
      text: real,
      shown: text,
      files: edited?.question.files ?? carried?.files,
      draftId: options.editOf === undefined ? draftId : cid,
      fields: { ...choice.fields(), ...studies.fields() },
      editOf: options.editOf,
      origin: { card: options.card || options.good, hintOf: options.hintOf },
    })
    const giveBack = () => carried && part?.giveBack(draftId, carried)
    void taken.then((ok) => (ok ? noteAsked() : giveBack()))
    if (options.editOf === undefined) keepUnasked(taken, draftId, path, text, giveBack)
    if (!home) return
    setEntered(true)
    await navigate(address(cid))
    setEntered(false)
    if (await taken) {
      nextCid = newCid()
      setBegun(nextCid)
    } else await navigate(start, { replace: true })
  }
  const halt = async () => {
    const error = await stop(cid)
    if (error) toast(error.message, { kind: 'error' })
  }
  const running = chat !== undefined && chat.activity !== null
  useShortcut('escape', () => (running ? void halt() : false))

  const temporary = chat?.temporary ?? false
  const box = (
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
          {bring && <AttachButton draft={draftId} attaching={attaching} />}
          {main && <Switches choice={choice} studies={studies} />}
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
      onFiles={bring}
      // Nothing of a temporary conversation is kept, and a file would be.
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
                <Suspense>
                  <AgentHead agentId={agentId} />
                </Suspense>
              )}
              {!home && (
                <h1
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
              {project && (
                <Suspense>
                  <ProjectBadge project={project} cid={home ? '' : cid} to={projectAddress(project)} />
                </Suspense>
              )}
              {!home && chat && chat.turns.length > 0 && (
                <Suspense>
                  {!temporary && <ShareButton cid={cid} className="text-ink-3" />}
                  <ExportMenu cid={cid} />
                </Suspense>
              )}
              {(home || temporary) && !project && general.appBaseConfig?.enableTempConv !== false && (
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
          <Suspense>
            <AgentHome
              agentId={agentId}
              notice={temporary ? notice : ''}
              onCard={(text) => send(text)}
              composer={entry}
            />
          </Suspense>
        ) : home ? (
          <Home
            offline={choice.offline}
            notice={temporary ? notice : ''}
            attached={files.count > 0}
            onCard={(text) => send(text, { card: true })}
            onDocument={() => attaching.reach().then((m) => m.pick(draftId))}
            composer={entry}
          />
        ) : (
          <>
            <Body
              phase={chat?.phase ?? 'loading'}
              message={chat?.error?.message ?? ''}
              onRetry={() => load(cid, agentId)}
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
                {chat && !running && rounds(chat) >= (general.maxConvRound ?? MAX_ROUNDS) && (
                  <LongChatNotice
                    onNew={async () => {
                      try {
                        const { id } = await continueInNew(cid, agentId)
                        await navigate(chatAddress(id, agentId))
                      } catch (err) {
                        toast(err instanceof Error ? err.message : t('error.service'), { kind: 'error' })
                      }
                    }}
                  />
                )}
                {chat && rounds(chat) === (general.appBaseConfig?.appTipRound ?? TIP_ROUND) && (
                  <TipOnce text={general.appTip ?? ''} />
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
        <Announcer running={running} />
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

interface BodyProps {
  phase: string
  message: string
  onRetry: () => void
  children: ReactNode
}

function Body({ phase, message, onRetry, children }: BodyProps) {
  const t = useT()
  if (phase === 'missing') {
    return (
      <div className="grid flex-1 place-items-center">
        <EmptyState
          icon={<MessageCircleOff strokeWidth={1.5} />}
          title={t('chat.missing')}
          text={t('chat.missing.text')}
          action={{ label: t('chat.missing.new'), onClick: () => navigate('/') }}
        />
      </div>
    )
  }
  if (phase === 'failed') {
    return (
      <div className="grid flex-1 place-items-center">
        <ErrorState
          title={message || t('error.service')}
          action={{ label: t('chat.retry'), onClick: onRetry }}
        />
      </div>
    )
  }
  if (phase === 'loading') {
    return (
      <div className="min-h-0 flex-1 overflow-hidden px-6 max-md:px-4" aria-busy>
        <div className="mx-auto max-w-[760px] space-y-3 pt-3">
          <Skeleton className="mb-8 ml-auto h-12 w-56 rounded-[18px]" />
          <Skeleton className="w-full" />
          <Skeleton className="w-11/12" />
          <Skeleton className="w-2/3" />
        </div>
      </div>
    )
  }
  return children
}

/** Says to those who do not see the page that an answer is being made, and that it is there. */
function Announcer({ running }: { running: boolean }) {
  const t = useT()
  const was = useRef(false)
  if (running) was.current = true
  return (
    <p role="status" className="sr-only">
      {running ? t('chat.status.running') : was.current ? t('chat.status.done') : ''}
    </p>
  )
}

/** Shows the message that the address names. The name leaves the address: the next visit begins at the end again. */
function useJump(chatId: string | undefined, agentId: string, at: string | undefined): void {
  const t = useT()
  useEffect(() => {
    const place = placeOf(at)
    if (!chatId || !place) return
    ensureChat(chatId, agentId, 'loading')
    const jumped = import('./state/jump').then(({ jump }) => jump(chatId, agentId, place))
    void jumped.catch(asApiError).then((failed) => {
      void navigate(chatAddress(chatId, agentId), { replace: true })
      if (failed) toast(failed === 'gone' ? t('chat.gone') : failed.message, { kind: 'warning' })
    })
  }, [chatId, agentId, at, t])
}

/** Longest title that the list shows before the server has made one, in characters. */
const FIRST_TITLE = 16

/** Tells the list of conversations what happened here. A temporary conversation is never in it. */
function useNews(cid: string, temporary: boolean): void {
  const news = useConversationNews()
  useEffect(
    () =>
      onNews((id, what) => {
        const chat = ensureChat(id, '', 'new')
        if (chat.temporary || (id === cid && temporary)) return
        if (what === 'refused') {
          news.remove(id)
          void news.refresh()
        } else if (what === 'asked') {
          const asked = chat.turns[0]?.question
          const first = asked?.text || asked?.files[0]?.fileName || ''
          const title = chat.title
            ? {}
            : { title: Array.from(first.replace(/\s+/g, ' ')).slice(0, FIRST_TITLE).join('') }
          news.upsert({ id, lastRepliedAt: Date.now(), ...title })
        } else if (chat.turns.some((turn) => shown(turn.answer).message.began)) {
          void news.refresh()
        }
      }),
    [news, cid, temporary],
  )
}

/** The title of the open conversation, which is the window's too. */
function useTitle(cid: string, home: boolean, own: string): string {
  const row = useConversation(home ? undefined : cid)
  const title = home ? '' : (row?.title ?? own)
  useEffect(() => {
    document.title = title ? `${title} · ${boot.brand.name}` : boot.brand.name
  }, [title])
  return title
}
