import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { post } from '@/api'
import { useT } from '@/i18n'
import { IconButton } from '@/ui/button'
import { Input } from '@/ui/field'
import { Sign } from '@/ui/sign'
import { EmptyState } from '@/ui/state'
import { useAct } from '../calls'
import { Loaded } from './list'

/** Maximum number of featured agents. */
const MOST = 12
/** Maximum number of agents offered for adding. */
const OFFERED = 20

interface Card {
  agentId: string
  name: string
  avatar: string
  description: string
}

/** The featured agents of the store and their order. Each change is saved immediately. */
export function AgentFeatured() {
  const t = useT()
  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed.trim())
  const home = useQuery({
    queryKey: ['admin', 'featured'],
    queryFn: ({ signal }) => post('/api/user/agent/store/home', {}, { signal }),
    select: (a) => a.data.featured,
  })
  const others = useQuery({
    queryKey: ['admin', 'store', text],
    queryFn: ({ signal }) => post('/api/user/agent/store/list', { query: text, limit: OFFERED }, { signal }),
    select: (a) => a.data.list,
    placeholderData: (before) => before,
  })
  const feature = useAct('/api/admin/agent/feature')
  const list = home.data ?? []
  const put = (next: Card[]) =>
    feature.mutate({ agentIds: next.map((a) => a.agentId) }, { onSettled: () => void home.refetch() })
  const swap = (i: number, j: number) => put(list.with(i, list[j]!).with(j, list[i]!))
  const busy = feature.isPending || home.isFetching
  const addable = (others.data ?? []).filter((a) => !list.some((f) => f.agentId === a.agentId))
  return (
    <Loaded query={home}>
      <p className="mb-3 px-1 text-[13px] text-ink-2">{t('admin.agent.featured.text', { count: MOST })}</p>
      {list.length === 0 ? (
        <EmptyState title={t('admin.agent.featured.none')} />
      ) : (
        <ol
          aria-label={t('admin.agent.featured')}
          className="divide-y divide-line rounded-md border border-line bg-surface"
        >
          {list.map((a, i) => (
            <Row key={a.agentId} agent={a}>
              <IconButton
                label={t('admin.agent.up', { name: a.name })}
                disabled={busy || i === 0}
                onClick={() => swap(i, i - 1)}
              >
                <ArrowUp strokeWidth={1.5} />
              </IconButton>
              <IconButton
                label={t('admin.agent.downward', { name: a.name })}
                disabled={busy || i === list.length - 1}
                onClick={() => swap(i, i + 1)}
              >
                <ArrowDown strokeWidth={1.5} />
              </IconButton>
              <IconButton
                label={t('admin.agent.unfeature', { name: a.name })}
                disabled={busy}
                onClick={() => put(list.filter((f) => f !== a))}
              >
                <X strokeWidth={1.5} />
              </IconButton>
            </Row>
          ))}
        </ol>
      )}
      <h2 className="mt-6 mb-2 px-1 font-medium text-[13px] text-ink-3">{t('admin.agent.feature.add')}</h2>
      <Input
        type="search"
        aria-label={t('admin.agent.feature.search')}
        placeholder={t('admin.agent.feature.search')}
        value={typed}
        onChange={(e) => setTyped(e.target.value)}
      />
      {others.data && addable.length === 0 ? (
        <p className="mt-4 px-1 text-ink-3">{t('admin.agent.feature.nothing')}</p>
      ) : (
        <ul
          aria-label={t('admin.agent.feature.add')}
          className="mt-3 divide-y divide-line rounded-md border border-line bg-surface"
        >
          {addable.map((a) => (
            <Row key={a.agentId} agent={a}>
              <IconButton
                label={t('admin.agent.feature', { name: a.name })}
                disabled={busy || list.length >= MOST}
                onClick={() => put([...list, a])}
              >
                <Plus strokeWidth={1.5} />
              </IconButton>
            </Row>
          ))}
        </ul>
      )}
    </Loaded>
  )
}

function Row({ agent: a, children }: { agent: Card; children: React.ReactNode }) {
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <Sign name={a.name} picture={a.avatar} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{a.name}</p>
        <p className="truncate text-[13px] text-ink-2">{a.description}</p>
      </div>
      <div className="flex shrink-0 items-center gap-2">{children}</div>
    </li>
  )
}
