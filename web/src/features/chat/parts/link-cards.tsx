import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { post } from '@/api'
import { useLocale, useT } from '@/i18n'
import { linksIn } from '../state/links-in'
import { LinkTile, TILE } from './link-tile'

/** Delay between the last change of a text and reading its links, in ms. */
const SETTLED = 600

/** Previews of the links in a text: title, site and icon, or why a link cannot be read. */
export default function LinkCards({ text }: { text: string }) {
  const t = useT()
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED)
    return () => clearTimeout(timer)
  }, [text])
  // `settled` may be older than `text`. A link that was deleted from `text` since then is left out.
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
  const { data, isPending } = useQuery({
    queryKey: ['webLink', url, locale],
    queryFn: async ({ signal }) => (await post('/api/web/link', { url }, { signal })).data,
    retry: false,
    staleTime: 300_000,
  })
  // If the request failed, nothing is shown here. The answer to the question will say whether the page can be read.
  if (!data && !isPending) return null
  return (
    <li className={TILE}>
      <LinkTile
        name={data?.title || data?.site || new URL(url).host}
        note={data ? data.reason || data.site : t('chat.link.looking')}
        icon={data?.icon}
        failed={Boolean(data?.reason)}
      />
    </li>
  )
}
