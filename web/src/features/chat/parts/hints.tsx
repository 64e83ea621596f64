import { useQuery } from '@tanstack/react-query'
import { useT } from '@/i18n'
import { getHints } from '../state/calls'

export interface HintsProps {
  cid: string
  index: number
  repeatIndex: number
  /** Follow-up questions that came with the answer. If there are none, the server is asked for some. */
  own: readonly string[]
  onAsk: (text: string) => void
}

/** Up to three follow-up questions below the last answer. They are optional: if the request fails, nothing is shown. */
export function Hints({ cid, index, repeatIndex, own, onAsk }: HintsProps) {
  const t = useT()
  const asked = useQuery({
    queryKey: ['hints', cid, index, repeatIndex],
    queryFn: () => getHints(cid, `${cid}_${index}`, repeatIndex),
    enabled: own.length === 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const hints = own.length ? own : (asked.data?.data?.hints?.map((h) => h.prompt) ?? [])
  if (!hints.length) return null
  return (
    <ul aria-label={t('answer.hints')} className="fade-in mb-2 flex flex-col items-start gap-2">
      {hints.slice(0, 3).map((hint) => (
        <li key={hint}>
          <button
            type="button"
            onClick={() => onAsk(hint)}
            className="hit rounded-md border border-line px-3.5 py-2 text-left text-[14px] text-ink-2 transition-colors hover:border-[color-mix(in_oklch,var(--qing)_40%,var(--line))] hover:text-ink"
          >
            {hint}
          </button>
        </li>
      ))}
    </ul>
  )
}
