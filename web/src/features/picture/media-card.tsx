import { ImageOff, Play } from 'lucide-react'
import { useState } from 'react'
import { useT } from '@/i18n'
import { lengthOf } from './calls'

export interface Medium {
  kind: 'image' | 'video'
  title: string
  site: string
  url: string
  icon?: string
  thumb: string
  seconds?: number
}

const OUR_OWN = /^\/api\/(web\/picture|image\/picture|web\/icon)\/[\w-]+$/

/**
 * The pictures and videos in a card's data. Items without a title, a site, a web page, or a thumbnail on this
 * server are left out.
 */
export function mediaOf(data: unknown): Medium[] {
  const items = (data as { items?: unknown } | null)?.items
  if (!Array.isArray(items)) return []
  return items.filter((i: Partial<Medium> | null): i is Medium =>
    Boolean(
      i &&
        typeof i.title === 'string' &&
        typeof i.site === 'string' &&
        typeof i.url === 'string' &&
        /^https?:\/\//.test(i.url) &&
        typeof i.thumb === 'string' &&
        OUR_OWN.test(i.thumb),
    ),
  )
}

/** Pictures and videos found by a search, side by side, each with a link to its page. */
export function MediaCard({ card }: { card: { data?: unknown } }) {
  const t = useT()
  const media = mediaOf(card.data)
  if (media.length === 0) return null
  const videos = media.every((m) => m.kind === 'video')
  return (
    <ul
      aria-label={t(videos ? 'picture.videos' : 'picture.images')}
      className="flex gap-2 overflow-x-auto pb-1"
    >
      {media.map((m) => (
        <li key={m.url + m.thumb} className="w-36 shrink-0">
          <a
            href={m.url}
            target="_blank"
            rel="noopener noreferrer"
            className="block overflow-hidden rounded-md border border-line bg-surface transition-colors hover:border-[color-mix(in_oklch,var(--qing)_40%,var(--line))]"
          >
            <span className="relative block h-24 bg-paper-2">
              <Still medium={m} />
              {m.kind === 'video' && (
                <span className="absolute right-2 bottom-2 flex items-center gap-1 rounded-sm bg-surface px-1.5 text-[12px] text-ink tabular-nums">
                  <Play size={14} strokeWidth={1.5} role="img" aria-label={t('picture.video')} />
                  {m.seconds ? lengthOf(m.seconds) : null}
                </span>
              )}
            </span>
            <span aria-hidden className="block truncate px-2.5 pt-1.5 text-[13px]">
              {m.title}
            </span>
            <span className="flex items-center gap-1.5 px-2.5 pb-2 text-[12px] text-ink-3">
              <Icon src={m.icon} />
              <span className="truncate">{m.site}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function Still({ medium }: { medium: Medium }) {
  const [failed, setFailed] = useState(false)
  if (failed)
    return (
      <span className="flex size-full items-center justify-center text-ink-3">
        <ImageOff size={24} strokeWidth={1.25} role="img" aria-label={medium.title} />
      </span>
    )
  return (
    <img
      src={medium.thumb}
      alt={medium.title}
      loading="lazy"
      decoding="async"
      className="size-full object-cover"
      onError={() => setFailed(true)}
    />
  )
}

function Icon({ src }: { src?: string }) {
  const [failed, setFailed] = useState(false)
  if (!src || failed || !OUR_OWN.test(src)) return null
  return <img src={src} alt="" className="size-4 shrink-0" onError={() => setFailed(true)} />
}
