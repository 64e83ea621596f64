import { cn } from '@/lib/cn'
import { extensionOf } from '../upload/kinds'

/** Characters before the extension that stay when a name is too long, and the most of all that stay. */
const BEFORE = 2
const TAIL = 10

/** A file's name on one line: what does not fit is left out before its end, so that the extension stays. */
export function FileName({ name, className }: { name: string; className?: string }) {
  const chars = Array.from(name)
  const extension = extensionOf(name)
  const tail = Math.min(TAIL, extension ? extension.length + 1 + BEFORE : BEFORE)
  let cut = Math.max(0, chars.length - tail)
  while (chars[cut] === ' ') cut++
  return (
    <span dir="auto" title={name} className={cn('no-autospace relative flex min-w-0', className)}>
      {/* Read aloud in one piece: the two that are seen would be two words. */}
      <span className="sr-only">{name}</span>
      <span aria-hidden className="truncate whitespace-pre">
        {chars.slice(0, cut).join('')}
      </span>
      <span aria-hidden className="shrink-0 whitespace-pre">
        {chars.slice(cut).join('')}
      </span>
    </span>
  )
}
