import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown, History, Keyboard, Languages, Plug, Settings, SunMoon } from 'lucide-react'
import { type Locale, localeNames, locales, setLocale, useLocale, useT } from '@/i18n'
import { setThemeMode, type ThemeMode, themeModes, useThemeMode } from '@/lib/theme'
import { Menu, type MenuEntry } from '@/ui/menu'
import { closeFloating } from './nav-store'

const icon = { strokeWidth: 1.5 }

/** Who is here, and the menu of what concerns them. */
export function UserArea({ onHelp }: { onHelp: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const theme = useThemeMode()
  const locale = useLocale()

  const go = (to: '/history' | '/setting' | '/setting/model') => () => {
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
            <span
              aria-hidden
              className="grid size-[30px] shrink-0 place-items-center rounded-full bg-qing-soft text-[13px] text-qing-ink"
            >
              {t('shell.visitor').slice(0, 1)}
            </span>
            <span className="min-w-0 flex-1 leading-[1.4]">
              <span className="block truncate">{t('shell.visitor')}</span>
              <span className="block truncate text-[12px] text-ink-3">{t('shell.visitorNote')}</span>
            </span>
            <ChevronsUpDown size={15} strokeWidth={1.5} className="shrink-0 text-ink-3" />
          </button>
        )}
      />
    </div>
  )
}
