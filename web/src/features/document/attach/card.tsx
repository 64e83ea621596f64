import { KeyRound, RotateCw, X } from 'lucide-react'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { IconButton } from '@/ui/button'
import { FileName } from '../parts/file-name'
import { FileSign } from '../parts/file-sign'
import { Ring } from '../parts/ring'
import { statusText } from '../parts/words'
import type { Item } from '../upload/engine'

export interface CardProps {
  item: Item
  onRemove: () => void
  onRetry: () => void
  onPassword: () => void
  onLook: () => void
}

const busy = (item: Item) =>
  item.phase === 'waiting' || item.phase === 'uploading' || item.phase === 'parsing'

/** One file of a draft: its name, its state, and the actions on it. */
export function Card(props: CardProps) {
  const { item } = props
  // A picture with a preview is shown without text, unless it failed.
  const picture = item.kind === 'image' && item.phase !== 'failed' && (item.preview || item.doc?.thumbUrl)
  return (
    <li className="relative shrink-0">
      {picture ? <PictureCard {...props} url={picture} /> : <FileCard {...props} />}
      <Remove {...props} over={Boolean(picture)} />
    </li>
  )
}

function PictureCard({ item, url, onLook }: CardProps & { url: string }) {
  const t = useT()
  return (
    <button
      type="button"
      aria-label={t('document.look', { name: item.name })}
      onClick={onLook}
      className="relative block size-14 overflow-hidden rounded-md border border-line bg-paper-2 pointer-coarse:size-[72px]"
    >
      <img src={url} alt="" className="size-full object-cover" />
      {busy(item) && (
        <span className="absolute inset-0 grid place-items-center bg-[oklch(0.2_0.01_240/0.45)] text-white">
          <Ring value={item.progress} label={statusText(t, item)} />
        </span>
      )}
    </button>
  )
}

function FileCard({ item, onRetry, onPassword }: CardProps) {
  const t = useT()
  const failed = item.phase === 'failed'
  return (
    <div
      className={cn(
        'flex h-14 items-center gap-2.5 rounded-md border pr-9 pl-2',
        failed ? 'w-72 border-transparent bg-seal-soft' : 'w-56 border-line bg-paper',
      )}
    >
      {busy(item) ? (
        <span className="grid size-10 shrink-0 place-items-center rounded-[10px] bg-qing-soft text-qing">
          <Ring value={item.progress} label={statusText(t, item)} />
        </span>
      ) : (
        <FileSign kind={item.kind} />
      )}
      <div className="min-w-0 flex-1 leading-[1.35]">
        <FileName name={item.name} className="text-[13.5px]" />
        <p
          title={failed ? item.error : undefined}
          className={cn(
            'text-[12px] tabular-nums',
            failed ? 'line-clamp-2 text-seal leading-[1.25]' : 'truncate text-ink-3',
          )}
        >
          {failed && item.locked ? t('document.status.locked') : statusText(t, item)}
        </p>
      </div>
      {failed && (
        <IconButton
          size="sm"
          label={t(item.locked ? 'document.password.enter' : 'document.retry', { name: item.name })}
          data-tip={t(item.locked ? 'document.password' : 'ui.retry')}
          className="text-seal"
          onClick={item.locked ? onPassword : onRetry}
        >
          {item.locked ? <KeyRound strokeWidth={1.5} /> : <RotateCw strokeWidth={1.5} />}
        </IconButton>
      )}
    </div>
  )
}

function Remove({ item, onRemove, over }: CardProps & { over: boolean }) {
  const t = useT()
  const sending = item.phase === 'waiting' || item.phase === 'uploading'
  return (
    <button
      type="button"
      data-remove
      aria-label={t(sending ? 'document.cancel' : 'document.remove', { name: item.name })}
      data-tip={t(sending ? 'document.cancel.tip' : 'document.remove.tip')}
      onClick={onRemove}
      className={cn(
        'hit inline-grid place-items-center transition-colors duration-[var(--fast)] hover:bg-hover hover:text-ink',
        over
          ? '-top-1.5 -right-1.5 size-[22px] rounded-full border border-line bg-surface text-ink-2 shadow-card'
          : 'top-3.5 right-1.5 size-7 rounded-[6px] text-ink-3',
      )}
      // Elements with an enlarged touch target become position: relative; this style overrides
      // that.
      style={{ position: 'absolute' }}
    >
      <X size={over ? 13 : 16} strokeWidth={1.5} />
    </button>
  )
}
