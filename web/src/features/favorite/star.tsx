import { useQueryClient } from '@tanstack/react-query'
import { Star as Sign } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '@/api'
import { useT } from '@/i18n'
import { projectHere } from '@/lib/address'
import { cn } from '@/lib/cn'
import { useSlot } from '@/lib/slot'
import { IconButton } from '@/ui/button'
import { toast, toastError } from '@/ui/toast'
import { again, type Kind, type Mark, markOf, marksOf, remove, useMarks, type Wanted } from './calls'
import { keep } from './keep'

interface ToggleProps {
  mark: Mark | undefined
  wanted: Wanted
  className?: string
  size?: 'sm' | 'md' | 'lg'
}

/** The star of an answer, a file, a page or an agent: filled if it is a favourite. */
function Toggle({ mark, wanted, className, size = 'md' }: ToggleProps) {
  const t = useT()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const visible = useSlot('collect').visible
  if (!visible) return null
  const toggle = async () => {
    if (busy) return // the button is not disabled while busy, because that would remove the focus from it
    setBusy(true)
    try {
      if (mark) {
        await remove([mark.id])
        void toast(t('favorite.dropped'))
      } else await keep(wanted)
    } catch (err) {
      toastError(errorText(err))
    } finally {
      await again(client)
      setBusy(false)
    }
  }
  return (
    <IconButton
      size={size}
      label={t(mark ? 'favorite.drop' : 'favorite.keep')}
      aria-pressed={mark !== undefined}
      aria-busy={busy || undefined}
      className={cn(className, mark && 'text-qing-ink')}
      onClick={() => void toggle()}
    >
      <Sign strokeWidth={1.5} fill={mark ? 'var(--qing-soft)' : 'none'} />
    </IconButton>
  )
}

/** The star of one version of an answer. */
export function Star({
  cid,
  index,
  repeatIndex,
  className,
}: {
  cid: string
  index: number
  repeatIndex: number
  className?: string
}) {
  const { data } = useMarks(marksOf(cid))
  const mark = data?.find((m) => m.kind === 'answer' && m.index === index && m.repeatIndex === repeatIndex)
  return (
    <Toggle
      mark={mark}
      wanted={{ kind: 'answer', conversationId: cid, index, repeatIndex }}
      className={className}
    />
  )
}

/** The star of a file or an agent. */
export function ThingStar({
  kind,
  id,
  className,
}: {
  kind: Kind & ('file' | 'agent')
  id: string
  className?: string
}) {
  const { data } = useMarks(markOf(kind, id))
  const wanted = kind === 'file' ? { kind, docId: id } : { kind, agentId: id }
  return <Toggle mark={data?.[0]} wanted={wanted} className={className} size="lg" />
}

/** A web page that is a source of an answer. */
export interface PageSource {
  url: string
  title: string
  site: string
  quote: string
  /** The id of the stored copy; empty if there is none. */
  copyId: string
}

/**
 * The star of a web page. The favourite contains the stored copy of the page, or the cited passage if no copy is
 * stored.
 */
export function PageStar({
  page,
  size,
  className,
}: {
  page: PageSource
  size?: 'sm' | 'lg'
  className?: string
}) {
  const url = page.url.split('#')[0]!
  const { data } = useMarks(markOf('page', url))
  const wanted = page.copyId
    ? { kind: 'page', copyId: page.copyId, project_id: projectHere() }
    : { kind: 'page', url, title: page.title, site: page.site, text: page.quote }
  return <Toggle mark={data?.[0]} wanted={wanted} className={className} size={size} />
}
