import { ChevronRight, Monitor, Moon, Sun } from 'lucide-react'
import { WEB_VERSION } from '@/api'
import { chooseLocale, PageFrame } from '@/features/shell'
import { DeleteAll, Transfer } from '@/features/transfer'
import { localeNames, locales, useLocale, useT } from '@/i18n'
import { boot } from '@/lib/boot'
import { cn } from '@/lib/cn'
import { isMac, isTouch } from '@/lib/platform'
import { usePrefs } from '@/lib/prefs'
import { usePwa } from '@/lib/pwa'
import { Link } from '@/lib/router'
import { keysOf } from '@/lib/shortcuts'
import { useSlot } from '@/lib/slot'
import { spaced } from '@/lib/spaced'
import { setTextSize, textSizes, useTextSize } from '@/lib/text-size'
import { setThemeMode, themeModes, useThemeMode } from '@/lib/theme'
import { Button } from '@/ui/button'
import { Mark } from '@/ui/mark'
import { Section, SectionRow } from '@/ui/section'
import { Segmented } from '@/ui/segmented'
import { Kbd } from '@/ui/state'
import { Switch } from '@/ui/switch'
import { ClearAll } from './clear-all'
import { CustomInstruction } from './instruction'

const themeIcon = {
  system: <Monitor strokeWidth={1.5} />,
  light: <Sun strokeWidth={1.5} />,
  dark: <Moon strokeWidth={1.5} />,
}

/** /setting: the settings of the user and of this browser. */
export function SettingPage() {
  const t = useT()
  const theme = useThemeMode()
  const locale = useLocale()
  const size = useTextSize()
  const { sendKey, setSendKey, suggests, setSuggests } = usePrefs()
  const pwa = usePwa()
  const theming = useSlot('themeSetting').visible
  const languages = useSlot('languageSetting').visible
  const sharing = useSlot('sharing').visible
  const mod = isMac() ? '⌘' : 'Ctrl'
  return (
    <PageFrame title={t('shell.setting')}>
      <Section title={t('setting.appearance')}>
        {theming && (
          <SectionRow label={t('shell.theme')}>
            <Segmented
              label={t('shell.theme')}
              value={theme}
              onChange={setThemeMode}
              options={themeModes.map((value) => ({
                value,
                label: t(`shell.theme.${value}`),
                icon: themeIcon[value],
              }))}
            />
          </SectionRow>
        )}
        {languages && (
          <SectionRow label={t('shell.language')}>
            <Segmented
              label={t('shell.language')}
              value={locale}
              onChange={chooseLocale}
              options={locales.map((value) => ({ value, label: localeNames[value] }))}
            />
          </SectionRow>
        )}
        <SectionRow label={t('setting.textSize')} note={t('setting.textSizeNote')}>
          <Segmented
            label={t('setting.textSize')}
            value={size}
            onChange={setTextSize}
            options={textSizes.map((value) => ({ value, label: t(`setting.textSize.${value}`) }))}
          />
        </SectionRow>
      </Section>
      <Section title={t('setting.answers')}>
        <CustomInstruction />
        <PageRow to="/setting/tool" label={t('shell.tool')} note={t('setting.toolNote')} />
        <PageRow
          to="/setting/memory"
          label={t('shell.memory')}
          note={t('setting.memoryNote')}
          edge="bottom"
        />
      </Section>
      <Section title={t('setting.input')}>
        <SectionRow label={t('setting.sendKey')} note={t('setting.sendKeyNote')}>
          <Segmented
            label={t('setting.sendKey')}
            value={sendKey}
            onChange={setSendKey}
            options={[
              { value: 'enter', label: t('setting.sendKey.enter') },
              { value: 'mod-enter', label: t('setting.sendKey.modEnter', { mod }) },
            ]}
          />
        </SectionRow>
        <SectionRow label={t('setting.suggests')} note={t('setting.suggestsNote')}>
          <Switch checked={suggests} aria-label={t('setting.suggests')} onCheckedChange={setSuggests} />
        </SectionRow>
        {!isTouch() && (
          <SectionRow label={t('shortcuts.title')} note={t('setting.shortcutsNote')}>
            <Kbd>{keysOf('help')[0]}</Kbd>
          </SectionRow>
        )}
      </Section>
      <Section title={t('setting.data')}>
        <Transfer />
        {sharing && <PageRow to="/share" label={t('shell.shares')} note={t('setting.sharesNote')} />}
        <ClearAll />
        <DeleteAll />
        <PageRow to="/parent-verify" label={t('setting.minor')} edge="bottom" />
      </Section>
      <Section title={t('setting.about')}>
        <PageRow to="/setting/model" label={t('model.title')} note={t('setting.modelNote')} edge="top" />
        <PageRow to="/setting/connector" label={t('shell.connector')} note={t('setting.connectorNote')} />
        <PageRow to="/setting/api" label={t('apikey.title')} note={t('apikey.note')} />
        <SectionRow
          label={
            <span className="flex items-center gap-2.5">
              <Mark src={boot.brand.mark} className="size-6" />
              <span
                className={cn(
                  'font-semibold font-song text-[16px]',
                  spaced(boot.brand.name, 'tracking-[.06em]'),
                )}
              >
                {boot.brand.name}
              </span>
            </span>
          }
          note={t('setting.version', { server: boot.version || '–', web: WEB_VERSION })}
        >
          {pwa.waiting && (
            <Button kind="primary" size="sm" onClick={pwa.update}>
              {t('setting.update')}
            </Button>
          )}
        </SectionRow>
      </Section>
      <p
        className={cn(
          'mt-8 text-center font-song text-[13px] text-ink-3',
          spaced(boot.brand.slogan, 'tracking-[.12em]'),
        )}
      >
        {boot.brand.slogan}
      </p>
    </PageFrame>
  )
}

interface PageRowProps {
  to: string
  label: string
  note?: string
  /** Set for the first (top) and the last (bottom) row of a section. */
  edge?: 'top' | 'bottom'
}

/** A row with a link to another page. */
function PageRow({ to, label, note, edge }: PageRowProps) {
  return (
    <Link
      to={to}
      className={cn(
        'flex min-h-14 items-center gap-4 px-4 py-2.5 transition-colors duration-[var(--fast)] hover:bg-hover',
        edge === 'top' && 'rounded-t-md',
        edge === 'bottom' && 'rounded-b-md',
      )}
    >
      <span className="flex-1">
        {label}
        {note && <span className="mt-0.5 block text-[13px] text-ink-3">{note}</span>}
      </span>
      <ChevronRight size={18} strokeWidth={1.5} className="text-ink-3" />
    </Link>
  )
}
