import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { useT } from '@/i18n'
import { lengthOf, type Picture } from './calls'

interface Props {
  list: readonly Picture[]
  onOpen: (at: number) => void
}

/** A grid of pictures; a click enlarges a picture. */
export function PictureGrid({ list, onOpen }: Props) {
  const t = useT()
  return (
    <ul className="grid grid-cols-2 gap-3 md:grid-cols-3" aria-label={t('picture.results')}>
      {list.map((p, at) => (
        <li key={p.picture} className="min-w-0">
          <button
            type="button"
            aria-label={t('picture.open', { title: p.title })}
            onClick={() => onOpen(at)}
            className="block w-full overflow-hidden rounded-md border border-line bg-surface text-left transition-colors hover:border-[color-mix(in_oklch,var(--qing)_40%,var(--line))]"
          >
            <span className="relative block h-36 bg-paper-2">
              <Thumb picture={p} />
              {p.seconds > 0 && (
                <span className="absolute right-2 bottom-2 rounded-sm bg-surface px-1.5 text-[12px] text-ink tabular-nums">
                  {lengthOf(p.seconds)}
                </span>
              )}
            </span>
            <span className="block truncate px-2.5 pt-1.5 text-[13px]">{p.title}</span>
            <span className="block truncate px-2.5 pb-2 text-[12px] text-ink-3">{p.site}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Thumb({ picture }: { picture: Picture }) {
  const [failed, setFailed] = useState(false)
  if (failed || !picture.thumb) {
    return (
      <span className="flex size-full items-center justify-center text-ink-3">
        <ImageOff size={24} strokeWidth={1.25} aria-hidden />
      </span>
    )
  }
  return (
    <img
      src={picture.thumb}
      alt=""
      loading="lazy"
      decoding="async"
      className="size-full object-cover"
      onError={() => setFailed(true)}
    />
  )
}
