import { ChevronDown, FolderSearch, Globe, type LucideIcon } from 'lucide-react'
import { isUser, useSession } from '@/features/session'
import { type MessageId, useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { navigate } from '@/lib/router'
import { Menu, type MenuEntry } from '@/ui/menu'
import type { SearchMode } from '../state/choice'
import type { ModelChoice } from '../state/use-choice'

interface Way {
  icon: LucideIcon
  /**
   * `short` is the label of the switch, and of the menu entry if the server gives no name. `hint` is the description
   * of the menu entry.
   */
  short: MessageId
  hint: MessageId
}

const ways: Readonly<Record<SearchMode, Way>> = {
  autoInternetSearch: {
    icon: Globe,
    short: 'chat.search.auto.short',
    hint: 'chat.search.auto.hint',
  },
  openInternetSearch: {
    icon: Globe,
    short: 'chat.search',
    hint: 'chat.search.open.hint',
  },
  closeInternetSearch: {
    icon: Globe,
    short: 'chat.search',
    hint: 'chat.search.close.hint',
  },
  autoKnowledgeSearch: {
    icon: FolderSearch,
    short: 'chat.search.knowledge.short',
    hint: 'chat.search.knowledge.hint',
  },
}

/** A menu that sets the search mode of questions. */
export function SearchSwitch({ choice }: { choice: ModelChoice }) {
  const t = useT()
  const admin = useSession((s) => isUser(s.who) && s.who.role === 1)
  const way = ways[choice.search]
  const on = choice.search !== 'closeInternetSearch'
  const name = (mode: SearchMode) => choice.searchNames[mode] || t(ways[mode].short)
  const entries = (): MenuEntry[] => [
    ...choice.searchModes.map((mode) => ({
      id: mode,
      label: name(mode),
      hint: t(ways[mode].hint),
      checked: mode === choice.search,
      onSelect: () => choice.set({ search: mode }),
    })),
    ...(choice.searchSource.on
      ? []
      : [
          { type: 'separator' as const, id: 'none' },
          admin
            ? {
                id: 'connect',
                label: t('chat.search.connect'),
                hint: choice.searchSource.setting,
                onSelect: () => void navigate('/setting/model'),
              }
            : { type: 'label' as const, id: 'whoCan', label: t('chat.search.whoCan') },
        ]),
  ]
  return (
    <Menu
      label={t('chat.search.how')}
      entries={entries}
      side="top"
      trigger={(props) => (
        <button
          type="button"
          aria-label={`${t(way.short)}, ${t('chat.search.now', { name: name(choice.search) })}`}
          className={cn(
            'hit inline-flex h-[34px] shrink-0 select-none items-center gap-1.5 rounded-full border soft:border-line px-3 text-[13px] soft:text-ink-2 transition-colors duration-[var(--fast)] soft:hover:bg-hover [&_svg]:size-4',
            on && 'border-transparent bg-qing-soft text-qing-ink hover:bg-qing-soft',
          )}
          {...props}
        >
          <way.icon strokeWidth={1.5} />
          <span className="max-sm:hidden">{t(way.short)}</span>
          <ChevronDown aria-hidden strokeWidth={1.5} className="-mr-1" />
        </button>
      )}
    />
  )
}
