import {
  FileSearch,
  FileText,
  type LucideIcon,
  MessageSquare,
  MessagesSquare,
  Shapes,
  Star,
  StickyNote,
} from 'lucide-react'
import type { ComponentProps } from 'react'
import { useLocale, useT } from '@/i18n'
import { cn } from '@/lib/cn'
import type { Found, Kind } from './calls'
import type { Item } from './dialog'

const icons: Record<Kind, LucideIcon> = {
  conversation: MessagesSquare,
  message: MessageSquare,
  file: FileText,
  fileText: FileSearch,
  note: StickyNote,
  favorite: Star,
  agent: Shapes,
}

export function rowKey(item: Item): string {
  switch (item.type) {
    case 'found':
      return `${item.project?.id ?? ''} ${item.kind} ${JSON.stringify(item.found.link)} ${item.found.snippet?.map((p) => p.text).join('')}`
    case 'action':
      return `action ${item.action.id}`
    case 'recent':
      return `recent ${item.query}`
    default:
      return `all ${item.kind}`
  }
}

/** An entry of the list. The focus stays in the input. */
export function Row({ active, className, ...props }: { active: boolean } & ComponentProps<'div'>) {
  return (
    <div
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={cn(
        'flex min-w-0 flex-1 cursor-default items-center gap-2.5 rounded-sm px-3 py-2 max-md:py-3',
        active && 'bg-hover',
        className,
      )}
      {...props}
    />
  )
}

export function RowContent({ item }: { item: Exclude<Item, { type: 'recent' }> }) {
  const t = useT()
  if (item.type === 'all') {
    return (
      <span className="text-[13px] text-qing-ink">
        {t('search.all', { kind: t(`search.kind.${item.kind}`) })}
      </span>
    )
  }
  if (item.type === 'action') {
    const Icon = item.action.icon
    return (
      <>
        <Icon size={16} strokeWidth={1.5} className="shrink-0 text-ink-3" />
        <span className="min-w-0 flex-1 truncate">{t(item.action.label)}</span>
      </>
    )
  }
  return <Hit kind={item.kind} found={item.found} />
}

function Hit({ kind, found }: { kind: Kind; found: Found }) {
  const t = useT()
  const Icon = icons[kind]
  const named = kind === 'conversation' || kind === 'file'
  const version = found.link.repeatIndex ?? 0
  return (
    <>
      <Icon size={16} strokeWidth={1.5} className="shrink-0 self-start text-ink-3" />
      <span className="min-w-0 flex-1">
        <span className={cn('block', named ? 'truncate' : 'line-clamp-2 text-[13px] text-ink-2')}>
          {found.speaker && (
            <span className="text-ink-3">{t(`search.speaker.${found.speaker as 'human' | 'ai'}`)}</span>
          )}
          {found.snippet?.map((piece, i) =>
            piece.hit ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity.
              <mark key={i} className="rounded-[3px] bg-qing-soft text-qing-ink">
                {piece.text}
              </mark>
            ) : (
              piece.text
            ),
          )}
        </span>
        {!named && (
          <span className="flex gap-2 text-[12px] text-ink-3">
            <span className="min-w-0 truncate">{found.title || t('search.untitled')}</span>
            {version > 0 && <span className="shrink-0">{t('search.version', { version: version + 1 })}</span>}
            {found.link.unit ? (
              <span className="shrink-0">{t('search.unit', { unit: found.link.unit })}</span>
            ) : null}
          </span>
        )}
      </span>
      {found.time > 0 && <When at={found.time} />}
    </>
  )
}

function When({ at }: { at: number }) {
  const locale = useLocale()
  const date = new Date(at)
  const now = new Date()
  const format: Intl.DateTimeFormatOptions =
    date.toDateString() === now.toDateString()
      ? { hour: '2-digit', minute: '2-digit' }
      : date.getFullYear() === now.getFullYear()
        ? { month: 'numeric', day: 'numeric' }
        : { year: 'numeric', month: 'numeric', day: 'numeric' }
  return (
    <time dateTime={date.toISOString()} className="shrink-0 self-start text-[12px] text-ink-3 tabular-nums">
      {new Intl.DateTimeFormat(locale, format).format(date)}
    </time>
  )
}
