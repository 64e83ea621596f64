import { Layers } from 'lucide-react'

/** A project's emoji, or a default icon. */
export function Sign({ sign }: { sign?: string }) {
  return (
    <span aria-hidden className="inline-grid size-6 shrink-0 place-items-center text-ink-3">
      {sign || <Layers size={18} strokeWidth={1.5} />}
    </span>
  )
}
