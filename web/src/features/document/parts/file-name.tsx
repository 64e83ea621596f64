import { cn } from '@/lib/cn'

/** Characters of the end of a name that stay when it is too long: the extension, and a little before it. */
const TAIL = 8

/** A file's name on one line: what does not fit is left out before its end, so that the extension stays. */
export function FileName({ name, className }: { name: string; className?: string }) {
  const chars = Array.from(name)
  const cut = Math.max(0, chars.length - TAIL)
  return (
    <span dir="auto" title={name} className={cn('flex min-w-0', className)}>
      <span className="truncate whitespace-pre">{chars.slice(0, cut).join('')}</span>
      <span className="shrink-0 whitespace-pre">{chars.slice(cut).join('')}</span>
    </span>
  )
}
