import { useInfiniteQuery } from '@tanstack/react-query'
import { Bot, Search, Shapes, Upload } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import { errorText } from '@/api'
import { PageFrame } from '@/features/shell'
import { useLocale, useT } from '@/i18n'
import { Link, navigate, usePath, useSearch } from '@/lib/router'
import { useFlag } from '@/lib/slot'
import { Button, IconButton } from '@/ui/button'
import { Segmented } from '@/ui/segmented'
import { Sign } from '@/ui/sign'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { Toggle } from '@/ui/toggle'
import { chatWith } from './address'
import { AgentCard } from './agent-card'
import {
  type AgentCard as Card,
  type Category,
  categories,
  getAgents,
  type Order,
  PAGE,
  type Starter,
  useHome,
} from './calls'
import { ACCEPTED, importAgent } from './files'

/** The store: /discovery starts with the featured agents, /app-list is the whole list. */
export function StorePage() {
  const t = useT()
  const search = useSearch()
  const path = usePath()
  const [text, setText] = useState(search.q ?? '')
  const [order, setOrder] = useState<Order>('hot')
  const category = categories.find((c) => c === search.category) ?? ''
  const typed = useDeferredValue(text.trim())
  const featured = path.startsWith('/discovery') && !typed && !category
  // The list waits for the featured agents above it, because they would move the list when they appear.
  const waiting = useHome(featured).isLoading
  const choose = (c: Category | '') => void navigate(`${path}${c && `?category=${c}`}`, { replace: true })

  return (
    <PageFrame title={t('store.title')} end={<Own />}>
      <label className="flex h-11 items-center gap-2.5 rounded-md border border-line bg-surface px-3.5 focus-within:border-qing">
        <Search size={18} strokeWidth={1.5} className="shrink-0 text-ink-3" aria-hidden />
        <input
          type="search"
          value={text}
          maxLength={60}
          onChange={(e) => setText(e.target.value)}
          placeholder={t('store.searchHint')}
          aria-label={t('store.search')}
          className="h-full min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-3"
        />
      </label>
      {featured && <Featured />}
      {waiting ? (
        <Skeleton className="mt-6" />
      ) : (
        <>
          <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
            <fieldset className="flex flex-wrap gap-2">
              <legend className="sr-only">{t('store.categories')}</legend>
              <Toggle className="max-md:h-11" pressed={!category} onChange={() => choose('')}>
                {t('store.all')}
              </Toggle>
              {categories.map((c) => (
                <Toggle key={c} className="max-md:h-11" pressed={category === c} onChange={() => choose(c)}>
                  {t(`store.category.${c}`)}
                </Toggle>
              ))}
            </fieldset>
            {!typed && (
              <Segmented
                label={t('store.order')}
                value={order}
                options={[
                  { value: 'hot', label: t('store.hot') },
                  { value: 'new', label: t('store.new') },
                ]}
                onChange={setOrder}
              />
            )}
          </div>
          <List category={category} order={order} text={typed} />
        </>
      )}
    </PageFrame>
  )
}

/** Buttons that open the user's own agents and import an agent. */
function Own() {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  if (!useFlag('meCreateAgentEntry')) return null
  return (
    <>
      <IconButton label={t('store.mine')} onClick={() => void navigate('/app')}>
        <Bot strokeWidth={1.5} />
      </IconButton>
      <IconButton label={t('store.import')} onClick={() => input.current?.click()}>
        <Upload strokeWidth={1.5} />
      </IconButton>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED}
        aria-label={t('store.import')}
        onChange={(e) => {
          const file = e.target.files?.[0]
          e.target.value = ''
          if (file) void importAgent(file)
        }}
      />
    </>
  )
}

function Featured() {
  const t = useT()
  const { data } = useHome(true)
  const teaches = useFlag('agentSkillsNewUser')
  if (!data) return null
  return (
    <>
      {teaches && data.starters.length > 0 && <Starters list={data.starters} />}
      {data.featured.length > 0 && (
        <section className="mt-6">
          <h2 className="mb-2.5 px-1 font-medium text-[13px] text-ink-3">{t('store.featured')}</h2>
          <Cards list={data.featured} />
        </section>
      )}
    </>
  )
}

/** Suggestions for new users: a click opens the chat with an agent, with a first question. */
function Starters({ list }: { list: readonly Starter[] }) {
  const t = useT()
  return (
    <section className="mt-6">
      <h2 className="mb-2.5 px-1 font-medium text-[13px] text-ink-3">{t('store.starters')}</h2>
      <ul className="divide-y divide-line rounded-md border border-line bg-surface">
        {list.map((s) => (
          <li key={s.agentId}>
            <Link
              to={chatWith(s.agentId, s.question)}
              className="flex items-center gap-3 px-4 py-2.5 transition-colors hover:bg-hover"
            >
              <Sign name={s.name} picture={s.avatar} size="sm" />
              <span className="min-w-0 flex-1">{s.question}</span>
              <span className="shrink-0 text-[12px] text-ink-3">{s.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ListProps {
  category: Category | ''
  order: Order
  text: string
}

function List(wanted: ListProps) {
  const t = useT()
  const locale = useLocale()
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery({
      queryKey: ['store', 'list', wanted, locale],
      queryFn: ({ pageParam, signal }) => getAgents(wanted, pageParam, signal),
      initialPageParam: 0,
      getNextPageParam: (last, all) => (last.hasMore ? all.length * PAGE : undefined),
      placeholderData: (before) => before,
      staleTime: 30_000,
    })
  const list = unique((data?.pages ?? []).flatMap((p) => p.list))
  const none = !isPending && !error && list.length === 0
  return (
    <>
      {/* The status element is rendered before there is a result, so that screen readers announce the
          result of a search. */}
      <div role="status">
        {none ? (
          <EmptyState
            icon={<Shapes strokeWidth={1.5} />}
            title={wanted.text ? t('store.notFound', { text: wanted.text }) : t('store.none')}
            text={wanted.text ? t('store.notFoundText') : t('store.noneText')}
          />
        ) : (
          wanted.text &&
          list.length > 0 && (
            <p className="sr-only">
              {t('store.found', { count: `${list.length}${hasNextPage ? '+' : ''}` })}
            </p>
          )
        )}
      </div>
      {isPending && (
        <div aria-busy className="mt-3 grid gap-2.5 sm:grid-cols-2">
          {Array.from({ length: 6 }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders never move.
            <Skeleton key={i} className="h-24 rounded-md" />
          ))}
        </div>
      )}
      {error && list.length === 0 && (
        <ErrorState
          title={errorText(error) ?? ''}
          action={{ label: t('ui.retry'), onClick: () => void refetch() }}
        />
      )}
      {list.length > 0 && (
        <section className="mt-3" aria-label={t('store.list')}>
          <Cards list={list} />
          {hasNextPage && (
            <div className="mt-4 flex justify-center">
              <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('store.more')}
              </Button>
            </div>
          )}
        </section>
      )}
    </>
  )
}

function Cards({ list }: { list: readonly Card[] }) {
  return (
    <ul className="grid gap-2.5 sm:grid-cols-2">
      {list.map((a) => (
        <li key={a.agentId} className="flex min-w-0">
          <AgentCard agent={a} />
        </li>
      ))}
    </ul>
  )
}

/** Removes duplicates: if ranks change between two requests, an agent may be on two pages. */
function unique(list: Card[]): Card[] {
  return [...new Map(list.map((a) => [a.agentId, a])).values()]
}
