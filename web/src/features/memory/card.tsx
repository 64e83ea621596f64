import { useQueryClient } from '@tanstack/react-query'
import { Brain } from 'lucide-react'
import { useState } from 'react'
import { ApiError, errorText } from '@/api'
import { useT } from '@/i18n'
import { projectAddress, projectHere } from '@/lib/address'
import { Link } from '@/lib/router'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast'
import { undo } from './calls'

interface Data {
  id: string
  text: string
  previous?: string
}

/** A line in an answer about a stored memory, with undo. */
export function MemoryCard({
  card,
  readOnly,
}: {
  card: { data?: unknown; fallback?: string }
  /** Whether undo is hidden, for example because the user is only a reader of the project. */
  readOnly?: boolean
}) {
  const t = useT()
  const client = useQueryClient()
  const [gone, setGone] = useState(false)
  const project = projectHere()
  const { id, text, previous } = (card.data ?? {}) as Partial<Data>
  if (!id || !text) return <p className="text-[13px] text-ink-2">{card.fallback}</p>
  const takeBack = async () => {
    try {
      await undo(id, text, project)
      setGone(true)
    } catch (err) {
      // The memory was undone, changed or deleted before, on this page or elsewhere.
      if (err instanceof ApiError && err.status === 404) return setGone(true)
      const said = errorText(err)
      if (said) void toast(said, { kind: 'error' })
    } finally {
      void client.invalidateQueries({ queryKey: ['memories'] })
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-[13px]" aria-live="polite">
      <p className="flex min-w-48 flex-1 items-start gap-2 text-ink-2">
        <Brain aria-hidden size={14} strokeWidth={1.5} className="mt-[3px] shrink-0 text-ink-3" />
        <span>
          {t(gone ? 'memory.undone' : 'memory.noted', { text })}
          {!gone && previous && (
            <span className="block text-ink-3">{t('memory.replaces', { text: previous })}</span>
          )}
        </span>
      </p>
      {!gone && !readOnly && (
        <Button kind="link" className="max-md:min-h-11" onClick={() => void takeBack()}>
          {t('memory.undo')}
        </Button>
      )}
      <Link
        to={project ? projectAddress(project) : '/setting/memory'}
        className="inline-flex items-center text-ink-3 underline-offset-2 max-md:min-h-11 hover:text-qing-ink hover:underline"
      >
        {t('memory.manage')}
      </Link>
    </div>
  )
}
