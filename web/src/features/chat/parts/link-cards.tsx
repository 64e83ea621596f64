import { useQuery } from '@tanstack/react-query'
import { Globe } from 'lucide-react'
import { useEffect, useState } from 'react'
import { post } from '@/api'
import { useLocale, useT } from '@/i18n'
import { linksIn } from '../state/links-in'

/** How long a text stays as it is before its links are looked at, in ms. */
const SETTLED = 600

/** What the links of a text lead to, as cards: title, site and icon, or why they cannot be read. */
export default function LinkCards({ text }: { text: string }) {
  const t = useT()
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED)
    return () => clearTimeout(timer)
  }, [text])
  // A link is looked at once it is whole: while it is typed on, it stays out.
  const links = linksIn(settled).filter((url) => text.includes(url))
  if (links.length === 0) return null
  return (
    <ul aria-label={t('chat.link.list')} aria-live="polite" className="mt-1 flex flex-wrap gap-2">
      {links.map((url) => (
        <LinkCard key={url} url={url} />
      ))}
    </ul>
  )
}

function LinkCard({ url }: { url: string }) {
  const t = useT()
  const locale = useLocale()
  const [broken, setBroken] = useState(false)
  const { data, isPending } = useQuery({
    queryKey: ['webLink', url, locale],
    queryFn: async ({ signal }) => (await post('/api/web/link', { url }, { signal })).data,
    retry: false,
    staleTime: 300_000,
  })
  if (!data && !isPending) return null // the question tells why when it is asked
  const name = data?.title || data?.site || new URL(url).host
  return (
    <li className="flex h-11 max-w-full items-center gap-2 rounded-md border border-line bg-surface px-2.5 md:max-w-72">
      {data?.icon && !broken ? (
        <img src={data.icon} alt="" className="size-4 shrink-0" onError={() => setBroken(true)} />
      ) : (
        <Globe className="size-4 shrink-0 text-ink-3" strokeWidth={1.5} aria-hidden />
      )}
      <span className="min-w-0">
        <span className="block truncate text-[13px] leading-snug">{name}</span>
        <span
          className={`block truncate text-[12px] leading-snug ${data?.reason ? 'text-seal' : 'text-ink-3'}`}
        >
          {data ? data.reason || data.site : t('chat.link.looking')}
        </span>
      </span>
    </li>
  )
}
