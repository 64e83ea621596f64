import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  Bell,
  ChevronsUpDown,
  CircleUser,
  Gauge,
  History,
  Keyboard,
  Languages,
  LogIn,
  Plug,
  Settings,
  SunMoon,
} from 'lucide-react'
import { post } from '@/api'
import { askLogin, isUser, useSession } from '@/features/session'
import { type Locale, localeNames, locales, setLocale, useLocale, useT } from '@/i18n'
import { badge } from '@/lib/format'
import { setThemeMode, type ThemeMode, themeModes, useThemeMode } from '@/lib/theme'
import { Menu, type MenuEntry } from '@/ui/menu'
import { closeFloating } from './nav-store'

const icon = { strokeWidth: 1.5 }

/** How often the page asks for new messages, in ms. */
const LOOK = 5 * 60_000

/** How many messages are unseen. */
function useDots(): number {
  const dots = useQuery({
    queryKey: ['account', 'dots'],
    queryFn: () => post('/api/msg/reddot/pull-list', {}, { quiet: true }).then((a) => a.data.list),
    refetchInterval: LOOK,
    staleTime: LOOK,
  })
  return dots.data?.filter((d) => d.type !== 'tip').reduce((n, d) => n + d.number, 0) ?? 0
}

/** Who is here, and the menu of what concerns them. */
export function UserArea({ onHelp }: { onHelp: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const theme = useThemeMode()
  const locale = useLocale()

  const who = useSession((s) => s.who)
  const user = isUser(who)
  const name = user ? who.name : t('shell.visitor')
  const dots = useDots()

  const go =
    (to: '/history' | '/setting' | '/setting/model' | '/setting/account' | '/message' | '/admin') => () => {
      closeFloating()
      navigate({ to })
    }
  const entries: MenuEntry[] = [
    {
      type: 'choice',
      id: 'theme',
      label: t('setting.theme'),
      icon: <SunMoon {...icon} />,
      value: theme,
      options: themeModes.map((value) => ({ value, label: t(`setting.theme.${value}`) })),
      onChange: (mode) => setThemeMode(mode as ThemeMode),
    },
    {
      type: 'choice',
      id: 'language',
      label: t('setting.language'),
      icon: <Languages {...icon} />,
      value: locale,
      options: locales.map((value) => ({ value, label: localeNames[value] })),
      onChange: (next) => setLocale(next as Locale),
    },
    { type: 'separator', id: 'rooms' },
    user
      ? {
          id: 'account',
          label: t('shell.account'),
          icon: <CircleUser {...icon} />,
          onSelect: go('/setting/account'),
        }
      : {
          id: 'login',
          label: t('shell.login'),
          icon: <LogIn {...icon} />,
          onSelect: () => {
            closeFloating()
            void askLogin()
          },
        },
    ...(who.role === 1
      ? [{ id: 'admin', label: t('shell.admin'), icon: <Gauge {...icon} />, onSelect: go('/admin') }]
      : []),
    {
      id: 'message',
      label: t('shell.message'),
      hint: dots > 0 ? badge(dots) : undefined,
      icon: <Bell {...icon} />,
      onSelect: go('/message'),
    },
    { id: 'history', label: t('history.title'), icon: <History {...icon} />, onSelect: go('/history') },
    { id: 'model', label: t('model.title'), icon: <Plug {...icon} />, onSelect: go('/setting/model') },
    { id: 'keys', label: t('shortcuts.title'), icon: <Keyboard {...icon} />, onSelect: onHelp },
    { id: 'setting', label: t('setting.title'), icon: <Settings {...icon} />, onSelect: go('/setting') },
  ]
  return (
    <div className="mx-3 border-line border-t py-2 pb-[max(8px,env(safe-area-inset-bottom))]">
      <Menu
        label={t('shell.userMenu')}
        side="top"
        className="w-60"
        entries={entries}
        trigger={(props) => (
          <button
            type="button"
            {...props}
            className="flex w-full items-center gap-2.5 rounded-md p-2 text-left transition-colors duration-[var(--fast)] hover:bg-hover aria-expanded:bg-hover"
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
    </div>
  )
}
