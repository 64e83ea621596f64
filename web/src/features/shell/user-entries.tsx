import {
  Bell,
  Bot,
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
import { askLogin, isUser, type Who } from '@/features/session'
import { type Locale, localeNames, locales, type useT } from '@/i18n'
import { badge } from '@/lib/format'
import { flag, slot } from '@/lib/slot'
import { setThemeMode, type ThemeMode, themeModes } from '@/lib/theme'
import type { MenuEntry } from '@/ui/menu'
import { chooseLocale } from './language'
import { closeFloating } from './nav-store'

const icon = { strokeWidth: 1.5 }

interface Given {
  t: ReturnType<typeof useT>
  who: Who
  /** Number of unread notifications. */
  dots: number
  theme: ThemeMode
  locale: Locale
  onHelp: () => void
  go: (
    to: '/app' | '/history' | '/setting' | '/setting/model' | '/setting/account' | '/message' | '/admin',
  ) => void
}

export function userEntries({ t, who, dots, theme, locale, onHelp, go }: Given): MenuEntry[] {
  const look: MenuEntry[] = []
  if (slot('themeSetting').visible) {
    look.push({
      type: 'choice',
      id: 'theme',
      label: t('shell.theme'),
      icon: <SunMoon {...icon} />,
      value: theme,
      options: themeModes.map((value) => ({ value, label: t(`shell.theme.${value}`) })),
      onChange: (mode) => setThemeMode(mode as ThemeMode),
    })
  }
  if (slot('languageSetting').visible) {
    look.push({
      type: 'choice',
      id: 'language',
      label: t('shell.language'),
      icon: <Languages {...icon} />,
      value: locale,
      options: locales.map((value) => ({ value, label: localeNames[value] })),
      onChange: (next) => chooseLocale(next as Locale),
    })
  }
  if (look.length) look.push({ type: 'separator', id: 'pages' })
  const account: MenuEntry = {
    id: 'account',
    label: t('shell.account'),
    icon: <CircleUser {...icon} />,
    onSelect: () => go('/setting/account'),
  }
  const login: MenuEntry = {
    id: 'login',
    label: t('shell.login'),
    icon: <LogIn {...icon} />,
    onSelect: () => {
      closeFloating()
      void askLogin()
    },
  }
  return [
    ...look,
    ...(isUser(who) ? [account] : slot('loginModal').visible ? [login] : []),
    ...(who.role === 1
      ? [{ id: 'admin', label: t('shell.admin'), icon: <Gauge {...icon} />, onSelect: () => go('/admin') }]
      : []),
    {
      id: 'message',
      label: t('shell.message'),
      hint: dots > 0 ? badge(dots) : undefined,
      icon: <Bell {...icon} />,
      onSelect: () => go('/message'),
    },
    ...(flag('meCreateAgentEntry')
      ? [{ id: 'agents', label: t('shell.agents'), icon: <Bot {...icon} />, onSelect: () => go('/app') }]
      : []),
    { id: 'history', label: t('history.title'), icon: <History {...icon} />, onSelect: () => go('/history') },
    { id: 'model', label: t('model.title'), icon: <Plug {...icon} />, onSelect: () => go('/setting/model') },
    { id: 'keys', label: t('shortcuts.title'), icon: <Keyboard {...icon} />, onSelect: onHelp },
    {
      id: 'setting',
      label: t('shell.setting'),
      icon: <Settings {...icon} />,
      onSelect: () => go('/setting'),
    },
  ]
}
