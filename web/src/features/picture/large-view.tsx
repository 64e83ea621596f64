import { ChevronLeft, ChevronRight, ExternalLink } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useT } from '@/i18n'
import { IconButton } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import type { Picture } from './calls'

interface Props {
  list: readonly Picture[]
  at: number
  onMove: (at: number) => void
  onClose: () => void
}

/** One enlarged picture with a link to its page; arrow keys switch pictures. */
export function LargeView({ list, at, onMove, onClose }: Props) {
  const t = useT()
  const p = list[at]!
  const move = (by: number) => {
    if (list[at + by]) onMove(at + by)
  }
  const onKey = (e: KeyboardEvent) => {
    if (e.key === 'ArrowLeft') move(-1)
    if (e.key === 'ArrowRight') move(1)
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={p.title} className="md:w-[860px]">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys do the same as the buttons. */}
      <div onKeyDown={onKey}>
        <Large key={p.picture} picture={p} />
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
          <a
            href={p.url}
            target="_blank"
            rel="noreferrer noopener"
            className="hit inline-flex min-w-0 items-center gap-1.5 text-qing-ink underline decoration-from-font underline-offset-4"
          >
            {p.icon && <img src={p.icon} alt="" width={16} height={16} className="rounded-[3px]" />}
            <span className="truncate">{t('picture.page', { site: p.site })}</span>
            <ExternalLink size={14} strokeWidth={1.5} className="shrink-0" />
          </a>
          {p.width > 0 && p.height > 0 && (
            <span className="text-[13px] text-ink-3 tabular-nums">
              {p.width} × {p.height}
            </span>
          )}
          <span className="ml-auto flex items-center gap-1">
            <span className="text-[13px] text-ink-3 tabular-nums">
              {at + 1} / {list.length}
            </span>
            <IconButton label={t('picture.previous')} disabled={at === 0} onClick={() => move(-1)}>
              <ChevronLeft strokeWidth={1.5} />
            </IconButton>
            <IconButton label={t('picture.next')} disabled={at === list.length - 1} onClick={() => move(1)}>
              <ChevronRight strokeWidth={1.5} />
            </IconButton>
          </span>
        </div>
      </div>
    </Dialog>
  )
}

/**
 * The picture. If it cannot be loaded, its thumbnail is shown; if the thumbnail cannot be loaded, a message.
 */
function Large({ picture }: { picture: Picture }) {
  const t = useT()
  const forms = [...new Set([picture.picture, picture.thumb].filter(Boolean))]
  const [form, setForm] = useState(0)
  return (
    <div className="flex items-center justify-center rounded-md bg-paper-2">
      {forms[form] ? (
        <img
          src={forms[form]}
          alt={picture.title}
          className="max-h-[60dvh] max-w-full object-contain"
          onError={() => setForm(form + 1)}
        />
      ) : (
        <p className="p-6 text-center text-ink-3">{t('picture.gone')}</p>
      )}
    </div>
  )
}
