import {
  BookOpenText,
  FileText,
  Layers,
  PanelLeft,
  Plus,
  RefreshCw,
  Search,
  Shapes,
  Star,
} from 'lucide-react'
import { ConversationList, useConversations } from '@/features/conversation'
import { loadGroup } from '@/features/project'
import { openSearch } from '@/features/search'
import { isUser, useSession } from '@/features/session'
import { useT } from '@/i18n'
import { boot } from '@/lib/boot'
import { cn } from '@/lib/cn'
import { part } from '@/lib/part'
import { usePwa } from '@/lib/pwa'
import { Link, navigate, useParams } from '@/lib/router'
import { keysOf } from '@/lib/shortcuts'
import { useFlag, useSlot } from '@/lib/slot'
import { spaced } from '@/lib/spaced'
import { IconButton } from '@/ui/button'
import { Mark } from '@/ui/mark'
import { closeFloating } from './nav-store'
import { LoginButton, UserArea } from './user-area'

const ProjectGroup = part(loadGroup)

export interface SidebarProps {
  /** Whether the sidebar covers the page; it then shows the slogan. */
  floating: boolean
  /** Undefined while the sidebar is shown by hover. */
  onFold?: () => void
  onNewChat: () => void
  onHelp: () => void
}

/** Classes of a row that opens a page or the search dialog. */
const room =
  'mt-0.5 flex h-9 items-center gap-2.5 rounded-sm px-3 text-ink-2 transition-colors duration-[var(--fast)] hover:bg-hover max-md:h-11'

export function Sidebar({ floating, onFold, onNewChat, onHelp }: SidebarProps) {
  const t = useT()
  const { chatId } = useParams()
  const list = useConversations()
  const newChat = useSlot('newChat').visible
  const favorites = useFlag('userWebFavorite')
  const projects = useSlot('teamAccounts').visible
  const user = useSession((s) => isUser(s.who))

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
      {/* In a very low window, the entries and the list are scrolled together. */}
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <div className="shrink-0 px-3">
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
          <SearchEntry />
          <StoreEntry />
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
          {projects && (
            <Link to="/project" onClick={closeFloating} activeClassName="bg-hover text-ink" className={room}>
              <Layers size={18} strokeWidth={1.5} />
              {t('shell.projects')}
            </Link>
          )}
          {favorites && (
            <Link
              to="/favorites"
              onClick={closeFloating}
              activeClassName="bg-hover text-ink"
              className={room}
            >
              <Star size={18} strokeWidth={1.5} />
              {t('shell.favorites')}
            </Link>
          )}
        </div>
        <ConversationList
          list={list}
          currentId={chatId}
          className="min-h-40"
          before={projects && user && <ProjectGroup onOpen={closeFloating} />}
          onOpen={closeFloating}
          onGone={(ids) => chatId && ids.includes(chatId) && navigate('/')}
        />
      </div>
      <UpdateRow />
      <UserArea floating={floating} onHelp={onHelp} />
    </>
  )
}

/** Opens the search dialog. */
function SearchEntry() {
  const t = useT()
  if (!useFlag('searchEntry')) return null
  return (
    <button
      type="button"
      onClick={() => {
        closeFloating()
        openSearch()
      }}
      className={cn(room, 'w-full')}
    >
      <Search size={18} strokeWidth={1.5} />
      {t('shell.search')}
      <kbd className="ml-auto text-[11px] text-ink-3 max-md:hidden">{keysOf('search').join(' ')}</kbd>
    </button>
  )
}

/** A link to the store of agents. */
function StoreEntry() {
  const t = useT()
  if (!useFlag('drawerAppEntry')) return null
  return (
    <Link to="/discovery" onClick={closeFloating} activeClassName="bg-hover text-ink" className={room}>
      <Shapes size={18} strokeWidth={1.5} />
      {t('shell.discover')}
    </Link>
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
