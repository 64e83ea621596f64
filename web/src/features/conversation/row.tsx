import { Ellipsis, Layers, ListChecks, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { memo, Suspense, useRef, useState } from 'react'
import type { ConversationRow } from '@/api'
import { useLocale, useT } from '@/i18n'
import { chatAddress } from '@/lib/address'
import { cn } from '@/lib/cn'
import { lazy } from '@/lib/lazy'
import { Link } from '@/lib/router'
import { useSlot } from '@/lib/slot'
import { IconButton } from '@/ui/button'
import { Marked } from '@/ui/marked'
import { Menu, type MenuEntry } from '@/ui/menu'
import { VisuallyHidden } from '@/ui/state'
import { useDelete, useTop } from './queries'
import { useRunning } from './running'

const MoveDialog = lazy(() => import('@/features/project').then((m) => m.loadMove()))
const RenameField = lazy(() => import('./rename-field').then((m) => ({ default: m.RenameField })))

const icon = { strokeWidth: 1.5 }

export interface RowProps {
  row: ConversationRow
  current: boolean
  filter: string
  wide?: boolean
  /** Whether the conversation is selected; undefined outside of selection mode. */
  chosen?: boolean
  onChoose: (id: string) => void
  onOpen?: () => void
  onGone?: (ids: string[]) => void
}

/** One conversation, with a menu of actions. F2 renames it, Delete deletes it. */
export const Row = memo(function Row({
  row,
  current,
  filter,
  wide,
  chosen,
  onChoose,
  onOpen,
  onGone,
}: RowProps) {
  const t = useT()
  const [renaming, setRenaming] = useState(false)
  const [moving, setMoving] = useState(false)
  const teams = useSlot('teamAccounts').visible
  const link = useRef<HTMLAnchorElement>(null)
  const top = useTop()
  const remove = useDelete()
  const runningHere = useRunning((s) => s.ids.has(row.id))
  const running = runningHere || row.running === true
  const title = row.title || t('conversation.untitled')

  const del = () => {
    remove([row.id]).then(
      () => onGone?.([row.id]),
      () => {}, // the error is already shown, and the change reverted
    )
  }
  const entries = (): MenuEntry[] => [
    {
      id: 'top',
      label: row.topAt ? t('conversation.unpin') : t('conversation.pin'),
      icon: row.topAt ? <PinOff {...icon} /> : <Pin {...icon} />,
      onSelect: () => top.mutate({ id: row.id, top: !row.topAt }),
    },
    {
      id: 'rename',
      label: t('conversation.rename'),
      icon: <Pencil {...icon} />,
      // The menu restores the focus when it closes. The field opens afterwards, so that the field keeps the
      // focus.
      onSelect: () => setTimeout(() => setRenaming(true)),
    },
    {
      id: 'choose',
      label: t('conversation.choose'),
      icon: <ListChecks {...icon} />,
      onSelect: () => onChoose(row.id),
    },
    ...(teams
      ? [
          {
            id: 'project',
            label: t('conversation.project'),
            icon: <Layers {...icon} />,
            onSelect: () => setMoving(true),
          },
        ]
      : []),
    { type: 'separator', id: 'end' },
    {
      id: 'delete',
      label: t('conversation.delete'),
      icon: <Trash2 {...icon} />,
      danger: true,
      onSelect: del,
    },
  ]

  const shape = cn(
    'group relative flex items-center rounded-sm text-ink-2 transition-colors duration-[var(--fast)] hover:bg-hover',
    wide ? 'min-h-12' : 'min-h-9 max-md:min-h-11',
    current && 'bg-hover text-ink',
  )
  if (renaming) {
    return (
      <li className={cn(shape, 'bg-hover')}>
        <Suspense fallback={<span className="truncate px-3">{title}</span>}>
          <RenameField
            id={row.id}
            title={row.title}
            onDone={() => {
              setRenaming(false)
              requestAnimationFrame(() => link.current?.focus())
            }}
          />
        </Suspense>
      </li>
    )
  }
  if (chosen !== undefined) {
    return (
      <li className={shape}>
        <label className="flex min-w-0 flex-1 cursor-pointer items-center gap-3 self-stretch px-3">
          <input
            type="checkbox"
            checked={chosen}
            onChange={() => onChoose(row.id)}
            className="size-4 shrink-0 accent-(--qing)"
          />
          <span dir="auto" className="truncate">
            {title}
          </span>
        </label>
      </li>
    )
  }
  return (
    <li className={shape}>
      <Link
        ref={link}
        to={chatAddress(row.id, row.agentId || undefined)}
        aria-current={current ? 'page' : undefined}
        title={title.length > 14 ? title : undefined}
        onClick={onOpen}
        onKeyDown={(e) => {
          if (e.key === 'F2') setRenaming(true)
          else if (e.key === 'Delete') del()
        }}
        className={cn(
          'flex min-w-0 flex-1 items-center gap-2 self-stretch rounded-sm pl-3 outline-offset-[-2px]',
          'pr-3 group-hover:pr-10 group-has-[button[aria-expanded=true]]:pr-10 group-has-[button:focus-visible]:pr-10 pointer-coarse:pr-11',
        )}
      >
        <span dir="auto" className="truncate">
          <Marked text={title} words={filter} />
        </span>
        {row.agentName && (
          <span className="max-w-20 shrink-0 truncate text-[12px] text-ink-3">{row.agentName}</span>
        )}
        {running && (
          <>
            <i aria-hidden className="size-1.5 shrink-0 rounded-full bg-qing" />
            <VisuallyHidden>{t('conversation.running')}</VisuallyHidden>
          </>
        )}
        {wide && <Time at={row.lastRepliedAt} />}
      </Link>
      <Menu
        label={t('conversation.menu', { title })}
        entries={entries}
        align="start"
        trigger={(props) => (
          <IconButton
            {...props}
            size="sm"
            label={t('conversation.more', { title })}
            data-tip={t('conversation.moreTip')}
            className="absolute top-1/2 right-1.5 -translate-y-1/2 opacity-0 focus-visible:opacity-100 group-hover:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-100"
          >
            <Ellipsis strokeWidth={1.5} />
          </IconButton>
        )}
      />
      {moving && (
        <Suspense>
          <MoveDialog cid={row.id} onClose={() => setMoving(false)} />
        </Suspense>
      )}
    </li>
  )
})

/** The time of the last question or answer: the time of day if today, otherwise the date. */
function Time({ at }: { at: number }) {
  const locale = useLocale()
  const date = new Date(at)
  const today = date.toDateString() === new Date().toDateString()
  const format: Intl.DateTimeFormatOptions = today
    ? { hour: '2-digit', minute: '2-digit' }
    : { month: 'numeric', day: 'numeric' }
  return (
    <time dateTime={date.toISOString()} className="ml-auto shrink-0 pl-3 text-[12px] text-ink-3 tabular-nums">
      {new Intl.DateTimeFormat(locale, format).format(date)}
    </time>
  )
}
