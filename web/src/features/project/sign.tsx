import { Layers } from 'lucide-react'

/** What stands before the name of a project: its emoji, or else a plain sign. */
export function Sign({ sign }: { sign?: string }) {
  return (
    <span aria-hidden className="inline-grid size-6 shrink-0 place-items-center text-ink-3">
      {sign || <Layers size={18} strokeWidth={1.5} />}
    </span>
  )
}
