import { Ellipsis, ExternalLink, Tag, Trash2 } from 'lucide-react'
import { useLocale, useT } from '@/i18n'
import { address } from '@/lib/address'
import { cn } from '@/lib/cn'
import { Link, navigate } from '@/lib/router'
import { IconButton } from '@/ui/button'
import { Menu } from '@/ui/menu'
import type { Favorite } from './calls'
import { kindOf, signs, wayTo } from './words'

const icon = { strokeWidth: 1.5 }

export interface RowProps {
  favorite: Favorite
  /** Whether the favourite is selected; undefined outside of selection mode. */
  chosen?: boolean
  onChoose: (id: string) => void
  onEdit: () => void
  onDelete: () => void
}

/**
 * One favourite: its title, the beginning of its text, its note and tags. The key E edits it, the key Delete asks
 * whether to delete it.
 */
export function Row({ favorite, chosen, onChoose, onEdit, onDelete }: RowProps) {
  const t = useT()
  const locale = useLocale()
  const kind = kindOf(favorite)
  const Sign = signs[kind]
  const to = wayTo(favorite)
  const { id, title, brief, note, tags, there } = favorite
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(favorite.createTime * 1000)
  return (
    <li
      className={cn(
        'relative flex items-start gap-3 rounded-md px-3 py-3 transition-colors hover:bg-hover',
        chosen && 'bg-qing-soft hover:bg-qing-soft',
      )}
    >
      {chosen !== undefined && (
        <input
          type="checkbox"
          checked={chosen}
          aria-label={t('favorite.chooseOne', { title })}
          onChange={() => onChoose(id)}
          className="relative z-[1] mt-1 size-4 shrink-0 cursor-pointer accent-(--qing)"
        />
      )}
      <Sign
        aria-label={t(`favorite.kind.${kind}`)}
        size={18}
        strokeWidth={1.5}
        className="mt-[3px] shrink-0 text-ink-3"
      />
      <div className="min-w-0 flex-1">
        <Link
          to={address('/favorites', { id })}
          onClick={(e) => {
            if (chosen === undefined) return
            e.preventDefault()
            onChoose(id)
          }}
          onKeyDown={(e) => {
            if (e.key === 'Delete') onDelete()
            else if (e.key === 'e') onEdit()
          }}
          // The link covers the whole row; the buttons are on top of the link.
          className="block truncate font-medium after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-qing focus-visible:after:-outline-offset-2"
        >
          {title}
        </Link>
        {brief && brief !== title && <p className="line-clamp-2 text-[13px] text-ink-2">{brief}</p>}
        {note && <p className="mt-1 line-clamp-2 border-line border-l pl-3 text-[13px] text-ink-2">{note}</p>}
        <p className="mt-1 flex flex-wrap gap-x-2 text-[12px] text-ink-3">
          <span>{day}</span>
          {!there && <span className="text-amber">{t(`favorite.gone.${kind}`)}</span>}
          {tags?.map((tag) => (
            <span key={tag} className="text-qing-ink">{`#${tag}`}</span>
          ))}
        </p>
      </div>
      {chosen === undefined && (
        <div className="relative z-[1] shrink-0">
          <Menu
            label={t('favorite.more', { title })}
            align="end"
            entries={[
              ...(to && kind !== 'page'
                ? [
                    {
                      id: 'origin',
                      label: t(`favorite.origin.${kind}`),
                      icon: <ExternalLink {...icon} />,
                      onSelect: () => void navigate(to),
                    },
                  ]
                : []),
              { id: 'edit', label: t('favorite.edit'), icon: <Tag {...icon} />, onSelect: onEdit },
              { type: 'separator', id: 'end' },
              {
                id: 'delete',
                label: t('favorite.delete'),
                icon: <Trash2 {...icon} />,
                danger: true,
                onSelect: onDelete,
              },
            ]}
            trigger={(p) => (
              <IconButton size="md" label={t('favorite.more', { title })} className="text-ink-3" {...p}>
                <Ellipsis strokeWidth={1.5} />
              </IconButton>
            )}
          />
        </div>
      )}
    </li>
  )
}
