import { Share2 } from 'lucide-react'
import { useT } from '@/i18n'

const TOKEN = /<\|share:([a-z0-9]{26})\|>/g

/** A text without the pasted share tokens, and the ids of the shares. */
export function withoutTokens(text: string): { text: string; shares: string[] } {
  const shares = [...new Set([...text.matchAll(TOKEN)].map((m) => m[1]!))]
  return { text: shares.length > 0 ? text.replace(TOKEN, '').trim() : text, shares }
}

/** Shares that were pasted into a question, as cards with links. */
export function ShareCards({ shares }: { shares: readonly string[] }) {
  const t = useT()
  return shares.map((id) => (
    <a
      key={id}
      href={`/s/${id}`}
      target="_blank"
      rel="noopener"
      className="mt-1 flex h-11 items-center gap-2 rounded-md border border-line bg-surface px-2.5"
    >
      <Share2 className="size-4 shrink-0 text-ink-3" strokeWidth={1.5} aria-hidden />
      {t('answer.share.card')}
    </a>
  ))
}
