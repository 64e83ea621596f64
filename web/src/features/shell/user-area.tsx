import { useQuery } from '@tanstack/react-query'
import { ChevronsUpDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { post } from '@/api'
import { askLogin, isUser, useSession } from '@/features/session'
import { useLocale, useT } from '@/i18n'
import { persistent } from '@/lib/lazy'
import { navigate } from '@/lib/router'
import { useSlot } from '@/lib/slot'
import { useThemeMode } from '@/lib/theme'
import { Button } from '@/ui/button'
import { Menu } from '@/ui/menu'
import { closeFloating } from './nav-store'

/** Polling interval for new notifications, in ms. */
const LOOK = 5 * 60_000

/** The number of unread notifications, not counting tips. */
function useDots(): number {
  const dots = useQuery({
    queryKey: ['account', 'dots'],
    queryFn: () => post('/api/msg/reddot/pull-list', {}, { quiet: true }).then((a) => a.data.list),
    refetchInterval: LOOK,
    staleTime: LOOK,
  })
  return dots.data?.filter((d) => d.type !== 'tip').reduce((n, d) => n + d.number, 0) ?? 0
}

/**
 * The login button for visitors. It is in the sidebar's header while the sidebar covers the page, otherwise in the user
 * area.
 */
export function LoginButton() {
  const t = useT()
  const visitor = useSession((s) => !isUser(s.who))
  const visible = useSlot('loginModal').visible
  if (!visitor || !visible) return null
  return (
    <Button
      size="sm"
      className="max-md:h-11"
      onClick={() => {
        closeFloating()
        void askLogin()
      }}
    >
      {t('shell.login')}
    </Button>
  )
}

/** The current user, with a menu. */
export function UserArea({ floating, onHelp }: { floating: boolean; onHelp: () => void }) {
  const t = useT()
  const theme = useThemeMode()
  const locale = useLocale()

  const who = useSession((s) => s.who)
  const user = isUser(who)
  const name = user ? who.name : t('shell.visitor')
  const dots = useDots()

  const [parts, setParts] = useState<typeof import('./user-entries')>()
  // The menu's texts and icons are loaded after the page. If the code cannot be fetched, the menu stays empty.
  useEffect(() => {
    persistent(() => import('./user-entries')).then(setParts, () => {})
  }, [])
  const entries = () =>
    parts?.userEntries({
      t,
      who,
      dots,
      theme,
      locale,
      onHelp,
      go: (to) => {
        closeFloating()
        void navigate(to)
      },
    }) ?? []
  return (
    <div className="mx-3 flex items-center gap-1 border-line border-t py-2 pb-[max(8px,env(safe-area-inset-bottom))]">
      <Menu
        label={t('shell.userMenu')}
        side="top"
        className="w-60"
        entries={entries}
        trigger={(props) => (
          <button
            type="button"
            {...props}
            className="flex min-w-0 flex-1 items-center gap-2.5 rounded-md p-2 text-left transition-colors duration-[var(--fast)] hover:bg-hover aria-expanded:bg-hover"
          >
            <span className="relative">
              {who.avatar ? (
                <img src={who.avatar} alt="" className="size-[30px] rounded-full object-cover" />
              ) : (
                <span
                  aria-hidden
                  className="grid size-[30px] shrink-0 place-items-center rounded-full bg-qing-soft text-[13px] text-qing-ink"
                >
                  {[...name][0]}
                </span>
              )}
              {dots > 0 && (
                <span
                  role="img"
                  aria-label={t('shell.unread', { count: dots })}
                  className="-top-0.5 -right-0.5 absolute size-2.5 rounded-full border-2 border-paper-2 bg-seal"
                />
              )}
            </span>
            <span className="min-w-0 flex-1 leading-[1.4]">
              <span className="block truncate">{name}</span>
              {!user && (
                <span className="block truncate text-[12px] text-ink-3">{t('shell.visitorNote')}</span>
              )}
            </span>
            <ChevronsUpDown size={15} strokeWidth={1.5} className="shrink-0 text-ink-3" />
          </button>
        )}
      />
      {!floating && <LoginButton />}
    </div>
  )
}
