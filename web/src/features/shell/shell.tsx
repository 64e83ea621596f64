import { PanelLeft, SquarePen, WifiOff } from 'lucide-react'
import { type CSSProperties, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { ConversationList } from '@/features/conversation'
import { SearchHost } from '@/features/search'
import { isUser, SessionHost, useSession } from '@/features/session'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { lazy } from '@/lib/lazy'
import { useOnline } from '@/lib/online'
import { part } from '@/lib/part'
import { usePath } from '@/lib/router'
import { keysOf, useShortcut } from '@/lib/shortcuts'
import { useSlot } from '@/lib/slot'
import { IconButton } from '@/ui/button'
import { headerHeight, hidesTrigger, isFloating, navMode, navWidth } from './nav'
import { useNav } from './nav-store'
import { Sidebar } from './sidebar'
import { useEdgeSwipe } from './swipe'

/** Loads some parts of the shell early. A part that could not be loaded is loaded again when it is rendered. */
export function loadShell(): void {
  for (const part of [SessionHost, ConversationList]) part.load().catch(() => {})
}

const TooltipLayer = part(() =>
  import('@/ui/tooltip').then(
    (m) => ({ default: m.TooltipLayer }),
    () => ({ default: () => null }), // the page works without tooltips
  ),
)
const ShortcutsDialog = lazy(() => import('./shortcuts-dialog'))

export interface ShellProps {
  children: ReactNode
  onNewChat: () => void
}

/**
 * The frame of every page: the sidebar and the main area. It sets CSS properties for pages: --header-h (height of the
 * page header), --nav-trigger (width of the buttons on its left), and --begin (width of the new-chat button on its
 * right).
 */
export function Shell({ children, onNewChat }: ShellProps) {
  const t = useT()
  const nav = useNav((s) => s.nav)
  const dispatch = useNav((s) => s.dispatch)
  const [help, setHelp] = useState(false)
  const bare = hidesTrigger(usePath())
  const navigation = useSlot('navigation')
  const newChat = useSlot('newChat').visible
  const loggedIn = useSession((s) => isUser(s.who))
  const aside = useRef<HTMLElement>(null)
  const opener = useRef<HTMLButtonElement>(null)

  const floating = isFloating(nav)
  const shown = nav.open || nav.peek
  const modal = nav.phone && nav.open

  const open = useCallback(() => dispatch({ type: 'swipeOpen' }), [dispatch])
  const close = useCallback(() => dispatch({ type: 'dismiss' }), [dispatch])
  useEdgeSwipe(nav.phone && navigation.visible, nav.open, open, close)

  useShortcut('toggleNav', () => dispatch({ type: 'trigger', now: performance.now() }), navigation.visible)
  useShortcut('newChat', onNewChat, newChat)
  useShortcut('help', () => setHelp(true))
  useShortcut('escape', close, floating)

  // On phones, the focus moves into the sidebar when it opens, and back to its trigger when it closes.
  const wasModal = useRef(modal)
  useEffect(() => {
    if (modal) aside.current?.querySelector<HTMLElement>('button, a')?.focus()
    else if (wasModal.current) opener.current?.focus()
    wasModal.current = modal
  }, [modal])

  const width = navWidth(nav, navigation.props.width)
  const trigger = !bare && !nav.open && navigation.visible && navigation.props.trigger
  const begin = !bare && !nav.open && newChat
  // On phones the new-chat button is at the right end of the header, within reach of the thumb.
  const atEnd = begin && nav.phone
  const style = {
    '--nav-w': width,
    '--nav-trigger': triggerRoom(Number(trigger) + Number(begin && !atEnd)),
    '--begin': atEnd ? '52px' : '0px',
    '--header-h': `${headerHeight({ defaultAgent: true, tempConv: false, loggedIn })}px`,
  } as CSSProperties

  return (
    <div style={style} className="flex h-dvh overflow-hidden bg-paper">
      <a
        href="#main"
        className="fixed top-2 left-2 z-[80] -translate-y-16 rounded-sm bg-qing px-4 py-2 text-on-qing focus:translate-y-0"
      >
        {t('shell.skip')}
      </a>
      {floating && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Esc and the fold button do the same by keyboard.
        <div
          data-testid="nav-mask"
          className={cn('fixed inset-0 z-30', nav.phone && 'fade-in bg-mask')}
          onMouseMove={() => dispatch({ type: 'hoverMask' })}
          onPointerDown={() => nav.phone && close()}
        />
      )}
      {navigation.visible && (
        <aside
          ref={aside}
          id="nav"
          aria-label={t('shell.nav')}
          inert={!shown}
          className={cn(
            'flex w-(--nav-w) shrink-0 flex-col bg-paper-2 transition-[translate,margin,visibility] duration-[var(--slow)] ease-out',
            navMode(nav) === 'push' && !nav.peek
              ? nav.open
                ? ''
                : 'invisible -ml-(--nav-w)'
              : 'fixed inset-y-0 left-0 z-40 max-w-[340px] shadow-pop',
            floating && !nav.phone && 'top-2 bottom-2 left-2 rounded-lg border border-line',
            // A sidebar that is shown by hover begins below the trigger, so that the trigger
            // remains clickable.
            nav.peek && 'top-14',
            navMode(nav) === 'overlay' && !shown && 'invisible -translate-x-full shadow-none',
          )}
        >
          <Sidebar
            floating={floating}
            onFold={nav.peek ? undefined : () => dispatch({ type: 'fold', now: performance.now() })}
            onNewChat={onNewChat}
            onHelp={() => setHelp(true)}
          />
        </aside>
      )}
      <main id="main" tabIndex={-1} inert={modal} className="flex min-w-0 flex-1 flex-col outline-none">
        <OfflineBar />
        <div className="relative flex min-h-0 flex-1 flex-col">
          {atEnd && (
            <div className="absolute top-4 right-2 z-20">
              <BeginButton onNewChat={onNewChat} />
            </div>
          )}
          {(trigger || (begin && !atEnd)) && (
            <div
              className={cn(
                'absolute top-4 left-3 flex gap-1 pb-2 max-md:left-2',
                nav.peek ? 'z-40' : 'z-20',
              )}
            >
              {trigger && (
                <IconButton
                  ref={opener}
                  label={t('shell.openNav')}
                  aria-controls="nav"
                  aria-expanded={shown}
                  onClick={() => dispatch({ type: 'trigger', now: performance.now() })}
                  onPointerEnter={(e) =>
                    e.pointerType === 'mouse' && dispatch({ type: 'hoverTrigger', now: performance.now() })
                  }
                >
                  {nav.phone ? <MenuIcon /> : <PanelLeft strokeWidth={1.5} />}
                </IconButton>
              )}
              {begin && !atEnd && <BeginButton onNewChat={onNewChat} />}
            </div>
          )}
          {children}
        </div>
      </main>
      <TooltipLayer />
      <SessionHost />
      <SearchHost onNewChat={onNewChat} onHelp={() => setHelp(true)} />
      {help && (
        <Suspense>
          <ShortcutsDialog open onOpenChange={setHelp} />
        </Suspense>
      )}
    </div>
  )
}

function BeginButton({ onNewChat }: Pick<ShellProps, 'onNewChat'>) {
  const t = useT()
  return (
    <IconButton label={t('shell.newChat')} keys={keysOf('newChat').join(' ')} onClick={onNewChat}>
      <SquarePen strokeWidth={1.5} />
    </IconButton>
  )
}

/** Width of `buttons` shell buttons at the left of a header. */
const triggerRoom = (buttons: number) => (buttons === 0 ? '0px' : `${buttons * 40 + 4}px`)

function MenuIcon() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M4 8h16M4 16h10" />
    </svg>
  )
}

function OfflineBar() {
  const t = useT()
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2 border-b border-line bg-paper-2 px-4 py-1.5 text-[13px] text-ink-2">
          <WifiOff size={15} strokeWidth={1.5} className="shrink-0" />
          {t('shell.offline')}
        </p>
      )}
    </div>
  )
}
