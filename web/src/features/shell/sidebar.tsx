import { BookOpenText, FileText, PanelLeft, Plus, RefreshCw, Search, X } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { ConversationList, useConversations } from '@/features/conversation'
import { useT } from '@/i18n'
import { boot } from '@/lib/boot'
import { cn } from '@/lib/cn'
import { useComposition } from '@/lib/ime'
import { usePwa } from '@/lib/pwa'
import { Link, navigate, useParams } from '@/lib/router'
import { keysOf, useShortcut } from '@/lib/shortcuts'
import { useSlot } from '@/lib/slot'
import { spaced } from '@/lib/spaced'
import { IconButton } from '@/ui/button'
import { Mark } from '@/ui/mark'
import { closeFloating, useNav } from './nav-store'
import { LoginButton, UserArea } from './user-area'

export interface SidebarProps {
  /** Lies over the page: then it introduces itself with the slogan. */
  floating: boolean
  /** Absent while it hangs below its trigger. */
  onFold?: () => void
  onNewChat: () => void
  onHelp: () => void
}

/** Look of a row that leads to another room. */
const room =
  'mt-0.5 flex h-9 items-center gap-2.5 rounded-sm px-3 text-ink-2 transition-colors duration-[var(--fast)] hover:bg-hover max-md:h-11'

export function Sidebar({ floating, onFold, onNewChat, onHelp }: SidebarProps) {
  const t = useT()
  const [filter, setFilter] = useState('')
  const { chatId } = useParams()
  const list = useConversations()
  const newChat = useSlot('newChat').visible

  return (
    <>
      <header className="px-5 pt-[18px] pb-3.5">
        <div className="flex items-center gap-2.5">
          <Mark src={boot.brand.mark} />
          <p
            className={cn(
              'min-w-0 flex-1 truncate font-semibold font-song text-[18px] leading-[22px]',
              spaced(boot.brand.name, 'tracking-[.06em]'),
            )}
          >
            {boot.brand.name}
          </p>
          {floating && <LoginButton />}
          {onFold && (
            <IconButton
              size="md"
              label={t('shell.closeNav')}
              keys={keysOf('toggleNav').join(' ')}
              className="-mr-1.5 text-ink-3"
              onClick={onFold}
            >
              <PanelLeft strokeWidth={1.5} />
            </IconButton>
          )}
        </div>
        {floating && (
          <p
            className={cn(
              'mt-2.5 truncate font-song text-[12px] text-ink-3',
              spaced(boot.brand.slogan, 'tracking-[.06em]'),
            )}
          >
            {boot.brand.slogan}
          </p>
        )}
      </header>
      <div className="px-3">
        {newChat && (
          <button
            type="button"
            onClick={() => {
              closeFloating()
              onNewChat()
            }}
            className="flex h-10 w-full items-center gap-2.5 rounded-md border border-line bg-surface px-3 font-medium transition-colors duration-[var(--fast)] hover:border-[color-mix(in_oklch,var(--qing)_40%,var(--line))] max-md:h-12"
          >
            <Plus size={18} strokeWidth={1.5} />
            {t('shell.newChat')}
          </button>
        )}
        <SearchField value={filter} onChange={setFilter} />
        {boot.features.document && (
          <Link to="/mine" onClick={closeFloating} activeClassName="bg-hover text-ink" className={room}>
            <FileText size={18} strokeWidth={1.5} />
            {t('shell.files')}
          </Link>
        )}
        {boot.features.document && (
          <Link
            to="/tool/deep-reading"
            onClick={closeFloating}
            activeClassName="bg-hover text-ink"
            className={room}
          >
            <BookOpenText size={18} strokeWidth={1.5} />
            {t('shell.reading')}
          </Link>
        )}
      </div>
      <Suspense fallback={<div className="flex-1" />}>
        <ConversationList
          list={list}
          filter={filter}
          currentId={chatId}
          onOpen={closeFloating}
          onGone={(ids) => chatId && ids.includes(chatId) && navigate('/')}
        />
      </Suspense>
      <UpdateRow />
      <UserArea floating={floating} onHelp={onHelp} />
    </>
  )
}

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const { guard, props } = useComposition()
  useShortcut('search', () => {
    const { nav, dispatch } = useNav.getState()
    if (nav.open) return input.current?.focus()
    dispatch({ type: 'trigger', now: performance.now() })
    // The sidebar is inert until it has been drawn open.
    requestAnimationFrame(() => requestAnimationFrame(() => input.current?.focus()))
  })
  return (
    <div className="group relative mt-2">
      <Search
        size={18}
        strokeWidth={1.5}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-2"
      />
      <input
        ref={input}
        type="text"
        inputMode="search"
        value={value}
        maxLength={64}
        onChange={(e) => onChange(e.target.value)}
        {...props}
        onKeyDown={(e) => {
          if (e.key !== 'Escape' || guard.owns(e)) return
          e.preventDefault()
          if (value) onChange('')
          else input.current?.blur()
        }}
        placeholder={t('shell.search')}
        aria-label={t('shell.searchLabel')}
        className="h-9 w-full rounded-sm bg-transparent pr-16 pl-10 text-ink outline-offset-0 transition-colors duration-[var(--fast)] placeholder:text-ink-2 hover:bg-hover focus:bg-surface focus:outline-1 focus:outline-qing max-md:h-11 max-md:text-base"
      />
      {value ? (
        <IconButton
          size="sm"
          label={t('shell.clearSearch')}
          className="absolute top-1/2 right-1.5 -translate-y-1/2"
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
        >
          <X strokeWidth={1.5} />
        </IconButton>
      ) : (
        <kbd className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-[11px] text-ink-3 group-focus-within:hidden max-md:hidden">
          {keysOf('search').join(' ')}
        </kbd>
      )}
    </div>
  )
}

function UpdateRow() {
  const t = useT()
  const { waiting, update } = usePwa()
  if (!waiting) return null
  return (
    <button
      type="button"
      onClick={update}
      className="mx-3 mb-2 flex h-10 items-center gap-2.5 rounded-sm bg-qing-soft px-3 text-[13px] text-qing-ink"
    >
      <RefreshCw size={16} strokeWidth={1.5} />
      {t('shell.update')}
    </button>
  )
}
