import { useQueryClient } from '@tanstack/react-query'
import {
  Bot,
  Copy,
  Download,
  Ellipsis,
  Info,
  Pencil,
  Pin,
  PinOff,
  Plus,
  Trash2,
  UserRound,
} from 'lucide-react'
import { useState } from 'react'
import { errorText } from '@/api'
import { isUser, useSession } from '@/features/session'
import { PageFrame } from '@/features/shell'
import { agentAddress, loadFiles } from '@/features/store'
import { useT } from '@/i18n'
import { boot } from '@/lib/boot'
import { useMore } from '@/lib/more'
import { Link, navigate } from '@/lib/router'
import { useFlag } from '@/lib/slot'
import { Button, IconButton } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { Menu } from '@/ui/menu'
import { Segmented } from '@/ui/segmented'
import { Sign } from '@/ui/sign'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { toastError } from '@/ui/toast'
import { type Agent, again, copy, create, pin, remove, type Spec, useAgents } from './calls'
import { cloneOf } from './clone'
import { stateOf } from './words'

const icon = { strokeWidth: 1.5 }

const say = (err: unknown) => {
  toastError(errorText(err))
}

/** /app: the user's own agents, and the agents used by the user. */
export function ListPage() {
  const t = useT()
  const client = useQueryClient()
  const [which, setWhich] = useState<'mine' | 'v4/list'>('mine')
  const uses = useFlag('useAgentListEntry')
  const clones = useFlag('meDigitalCloneEntry')
  const name = useSession((s) => (isUser(s.who) ? s.who.name : ''))
  const list = useAgents(which)
  const more = useMore(() => {
    if (list.hasNextPage && !list.isFetching) void list.fetchNextPage()
  })
  const [dropping, setDropping] = useState<Agent | null>(null)
  const [making, setMaking] = useState(false)
  const rows = list.data?.pages.flatMap((p) => p.agents).filter((a) => !a.isDefault) ?? []
  const act = (what: () => Promise<unknown>) =>
    what()
      .catch(say)
      .then(() => again(client))
  const make = async (spec: Spec = { name: '' }) => {
    setMaking(true)
    try {
      const { data } = await create(spec)
      await navigate(`/app/edit/${data.id}`)
    } catch (err) {
      say(err)
    }
    setMaking(false)
  }

  return (
    <PageFrame
      title={t('agent.title')}
      end={
        <>
          {clones && (
            <Button size="sm" disabled={making} onClick={() => void make(cloneOf(t, name))}>
              <UserRound {...icon} />
              <span className="max-md:sr-only">{t('agent.clone')}</span>
            </Button>
          )}
          <Button kind="primary" size="sm" disabled={making} onClick={() => void make()}>
            <Plus {...icon} />
            {t('agent.create')}
          </Button>
        </>
      }
    >
      {uses && (
        <div className="pt-1 pb-3">
          <Segmented
            label={t('agent.which')}
            value={which}
            onChange={setWhich}
            options={[
              { value: 'mine', label: t('agent.mine') },
              { value: 'v4/list', label: t('agent.used') },
            ]}
          />
        </div>
      )}
      {list.isError && !list.data ? (
        <ErrorState
          title={t('agent.failed')}
          text={errorText(list.error) ?? undefined}
          action={{ label: t('ui.retry'), onClick: () => void list.refetch() }}
        />
      ) : !list.data ? (
        <div className="space-y-6 py-4" aria-busy>
          <Skeleton className="h-6 w-1/3" />
          <Skeleton />
          <Skeleton className="w-3/4" />
        </div>
      ) : rows.length === 0 ? (
        <EmptyState
          className="pt-[12vh]"
          icon={<Bot {...icon} />}
          title={t(which === 'mine' ? 'agent.empty' : 'agent.empty.used')}
          text={t('agent.empty.text', { name: boot.brand.name })}
          action={{ label: t('agent.create'), onClick: () => void make() }}
        />
      ) : (
        <ul aria-label={t('agent.title')} className="-mx-3">
          {rows.map((a) => (
            <Row
              key={a.id}
              agent={a}
              onPin={() => act(() => pin(a.id, !a.topAt))}
              onCopy={() => act(() => copy(a.id))}
              onDrop={() => setDropping(a)}
            />
          ))}
        </ul>
      )}
      {list.hasNextPage && <div ref={more} className="h-9" />}
      <ConfirmDialog
        open={dropping !== null}
        onOpenChange={() => setDropping(null)}
        title={t('agent.delete.title', { name: dropping?.name || t('agent.unnamed') })}
        description={t('agent.delete.text')}
        action={t('agent.delete')}
        danger
        onConfirm={() => void act(() => remove(dropping!.id))}
      />
    </PageFrame>
  )
}

interface RowProps {
  agent: Agent
  onPin: () => void
  onCopy: () => void
  onDrop: () => void
}

/** One agent. A click opens a conversation with the agent, or the editor if the agent has no name. */
function Row({ agent: a, onPin, onCopy, onDrop }: RowProps) {
  const t = useT()
  const name = a.name || t('agent.unnamed')
  return (
    <li className="relative flex items-center gap-3 rounded-md px-3 py-3 transition-colors hover:bg-hover">
      <Sign name={name} picture={a.avatar} />
      <div className="min-w-0 flex-1">
        <Link
          to={a.name ? `/chat/${a.id}` : `/app/edit/${a.id}`}
          onKeyDown={(e) => a.mine && e.key === 'Delete' && onDrop()}
          className="block truncate font-medium after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-qing focus-visible:after:-outline-offset-2"
        >
          {name}
        </Link>
        {a.description && <p className="line-clamp-2 text-[13px] text-ink-2">{a.description}</p>}
        <p className="flex flex-wrap gap-x-2 text-[12px] text-ink-3">
          {a.mine && <span>{t(stateOf(a))}</span>}
          {a.mine && a.visibility !== 'private' && a.changed && <span>{t('agent.changed')}</span>}
          {a.topAt > 0 && <span>{t('agent.pinned')}</span>}
          {a.uses > 0 && <span>{t('agent.uses', { count: a.uses })}</span>}
        </p>
      </div>
      <div className="relative z-[1] shrink-0">
        <Menu
          label={t('agent.more', { name })}
          align="end"
          entries={[
            ...(a.mine
              ? [
                  {
                    id: 'edit',
                    label: t('agent.edit'),
                    icon: <Pencil {...icon} />,
                    onSelect: () => void navigate(`/app/edit/${a.id}`),
                  },
                ]
              : []),
            ...(a.name
              ? [
                  {
                    id: 'page',
                    label: t('agent.page'),
                    icon: <Info {...icon} />,
                    onSelect: () => void navigate(agentAddress(a.id)),
                  },
                ]
              : []),
            {
              id: 'pin',
              label: t(a.topAt ? 'agent.unpin' : 'agent.pin'),
              icon: a.topAt ? <PinOff {...icon} /> : <Pin {...icon} />,
              onSelect: onPin,
            },
            ...(a.mine || a.builtin
              ? [
                  { id: 'copy', label: t('agent.copy'), icon: <Copy {...icon} />, onSelect: onCopy },
                  {
                    id: 'export',
                    label: t('agent.export'),
                    icon: <Download {...icon} />,
                    onSelect: () => void loadFiles().then((f) => f.exportAgent(a.id), say),
                  },
                ]
              : []),
            ...(a.mine
              ? [
                  { type: 'separator' as const, id: 'end' },
                  {
                    id: 'delete',
                    label: t('agent.delete'),
                    icon: <Trash2 {...icon} />,
                    danger: true,
                    onSelect: onDrop,
                  },
                ]
              : []),
          ]}
          trigger={(props) => (
            <IconButton {...props} label={t('agent.more', { name })}>
              <Ellipsis {...icon} />
            </IconButton>
          )}
        />
      </div>
    </li>
  )
}
