import * as Radix from '@radix-ui/react-dialog'
import { ArrowLeft, Search, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { isUser, useSession } from '@/features/session'
import { useT } from '@/i18n'
import { useComposition } from '@/lib/ime'
import { navigate, useParams } from '@/lib/router'
import { IconButton } from '@/ui/button'
import { useFocusBack } from '@/ui/focus-back'
import { type Action, act, matchActions } from './actions'
import { addressOf, type Found, type Group, type Kind, type Wish } from './calls'
import { Filters } from './filters'
import type { SearchHostProps } from './host'
import { readRecent, remember, useRecent } from './recent'
import { Begin, Results } from './results'
import { closeSearch } from './store'
import { useSearch } from './use-search'

/** Maximum number of actions in the list. */
const FEW_ACTIONS = 4

/** One entry of the list. */
export type Item =
  | { type: 'found'; kind: Kind; found: Found; project?: { id: string; name: string } }
  | { type: 'action'; action: Action }
  | { type: 'recent'; query: string }
  | { type: 'all'; kind: Kind }

/** The global search dialog; results appear while typing. */
export function SearchDialog({ early, ...host }: SearchHostProps & { early: RefObject<string> }) {
  const t = useT()
  const { chatId } = useParams()
  const [wish, setWish] = useState<Wish>({ query: early.current, kind: 'all', period: 'any', newest: false })
  const [at, setAt] = useState(0)
  /** If Enter was pressed before the results arrived: the wish at that time. */
  const [entered, setEntered] = useState<Wish>()
  const input = useRef<HTMLInputElement>(null)
  const left = useRef(false)
  const back = useFocusBack()
  const list = useId()
  const { guard, props } = useComposition()
  const who = useSession((s) => s.who)
  const found = useSearch(wish)
  const recent = useRecent()
  useEffect(readRecent, [])
  useEffect(() => {
    early.current = ''
  }, [early])

  const user = isUser(who)
  const admin = who.role === 1
  const { onNewChat, onHelp } = host
  const around = useMemo(() => ({ user, admin, onNewChat, onHelp }), [user, admin, onNewChat, onHelp])
  const filtered = wish.kind !== 'all' || wish.period !== 'any' || wish.chatId !== undefined
  const actions = useMemo(
    () => (filtered ? [] : matchActions(wish.query, around, (id) => t(id)).slice(0, FEW_ACTIONS)),
    [filtered, wish.query, around, t],
  )
  const items = itemsOf(found, actions, recent, wish.kind)
  const active = Math.min(at, items.length - 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new search starts at the top of the list.
  useEffect(() => setAt(0), [wish])

  const change = (part: Partial<Wish>) => setWish((w) => ({ ...w, ...part }))
  const choose = (item: Item) => {
    if (item.type === 'recent') return change({ query: item.query })
    if (item.type === 'all') return change({ kind: item.kind })
    left.current = true
    closeSearch()
    if (item.type === 'action') return act(item.action, around)
    remember(wish.query)
    void navigate(addressOf(item.kind, item.found, item.project?.id))
  }
  // If Enter was pressed before the results arrived, the selected result opens as soon as they arrive. A change of the
  // search, or an arrow key, cancels this.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `choose` and `items` belong to the shown results.
  useEffect(() => {
    if (entered !== wish || found.behind) return
    setEntered(undefined)
    if (items[active]) choose(items[active])
  }, [entered, wish, found.behind])
  const move = (by: number) => {
    setEntered(undefined)
    if (!items.length) return
    const next = (active + by + items.length) % items.length
    setAt(next)
    document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (e: KeyboardEvent<HTMLInputElement>) => {
    if (guard.owns(e)) return
    if (e.key === 'ArrowDown') move(1)
    else if (e.key === 'ArrowUp') move(-1)
    else if (e.key === 'Enter') {
      // If the results are still missing, Enter waits for them. A selected action runs at once, because the
      // page itself matches the actions, and they always fit the typed query.
      if (found.behind && items[active]?.type !== 'action') setEntered(wish)
      else if (items[active]) choose(items[active])
    } else if (e.key === 'Escape' && wish.query) {
      // The first Esc clears the query, the second closes the dialog.
      change({ query: '' })
      e.stopPropagation()
    } else return
    e.preventDefault()
  }

  return (
    <Radix.Root open onOpenChange={closeSearch}>
      <Radix.Portal>
        <Radix.Overlay className="fade-in fixed inset-0 z-50 bg-mask" />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(e) => {
            e.preventDefault()
            input.current?.focus()
          }}
          onCloseAutoFocus={(e) => (left.current ? e.preventDefault() : back(e))}
          onEscapeKeyDown={(e) => {
            if (document.activeElement === input.current && wish.query) e.preventDefault()
          }}
          className="pop-in fixed inset-x-4 top-[12vh] z-50 mx-auto flex max-h-[76dvh] max-w-[760px] flex-col overflow-hidden rounded-lg border border-line bg-surface text-ink shadow-pop outline-none max-md:inset-0 max-md:top-0 max-md:max-h-none max-md:rounded-none max-md:border-0"
        >
          <Radix.Title className="sr-only">{t('search.title')}</Radix.Title>
          <div className="flex items-center gap-2 border-b border-line px-3 py-2">
            <Radix.Close asChild>
              <IconButton label={t('search.close')} className="md:hidden">
                <ArrowLeft strokeWidth={1.5} />
              </IconButton>
            </Radix.Close>
            <Search size={18} strokeWidth={1.5} className="shrink-0 text-ink-3 max-md:hidden" />
            <input
              ref={input}
              role="combobox"
              aria-expanded={items.length > 0}
              aria-controls={list}
              aria-activedescendant={items.length ? `${list}-${active}` : undefined}
              aria-autocomplete="list"
              aria-label={t('search.title')}
              type="text"
              inputMode="search"
              enterKeyHint="search"
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              value={wish.query}
              placeholder={t('search.placeholder')}
              onChange={(e) => change({ query: e.target.value })}
              {...props}
              onKeyDown={onKeyDown}
              className="h-11 min-w-0 flex-1 bg-transparent text-base text-ink outline-none placeholder:text-ink-3"
            />
            {wish.query && (
              <IconButton
                size="md"
                label={t('shell.clearSearch')}
                onClick={() => {
                  change({ query: '' })
                  input.current?.focus()
                }}
              >
                <X strokeWidth={1.5} />
              </IconButton>
            )}
          </div>
          <Filters wish={wish} chatId={chatId} onChange={change} />
          {found.on ? (
            <Results
              list={list}
              found={found}
              wish={wish}
              items={items}
              active={active}
              onActive={setAt}
              onChoose={choose}
            />
          ) : (
            <Begin list={list} items={items} active={active} onActive={setAt} onChoose={choose} />
          )}
          <p className="flex gap-4 border-t border-line px-4 py-2 text-[12px] text-ink-3 max-md:hidden">
            {(['move', 'open', 'filter', 'close'] as const).map((k) => (
              <span key={k}>{t(`search.keys.${k}`)}</span>
            ))}
          </p>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** All entries in display order. */
function itemsOf(
  { on, groups, project, spaces }: Pick<ReturnType<typeof useSearch>, 'on' | 'groups' | 'project' | 'spaces'>,
  actions: Action[],
  recent: string[],
  kind: Wish['kind'],
): Item[] {
  const acts = actions.map((action): Item => ({ type: 'action', action }))
  if (!on) return [...recent.map((query): Item => ({ type: 'recent', query })), ...acts]
  return [
    ...acts,
    ...groups.flatMap((g): Item[] => [
      ...lines(g, project ? { id: project, name: '' } : undefined),
      ...(kind === 'all' && g.next ? [{ type: 'all', kind: g.kind } as const] : []),
    ]),
    ...spaces.flatMap((p) => p.groups.flatMap((g) => lines(g, { id: p.id, name: p.name }))),
  ]
}

const lines = (g: Group, project?: { id: string; name: string }): Item[] =>
  (g.found ?? []).map((found) => ({ type: 'found', kind: g.kind, found, project }))
