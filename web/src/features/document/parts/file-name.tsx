import { cn } from '@/lib/cn'
import { extensionOf } from '../upload/kinds'

/**
 * Lengths of the end of a name, in characters; the end stays visible when the name is shortened. The end is the
 * extension, its dot and BEFORE characters before the dot, but at most TAIL characters. If the name has no
 * extension, the end is its last BEFORE characters.
 */
const BEFORE = 2
const TAIL = 10

/** A file name on one line. A long name is shortened before its end, so that the end stays visible. */
export function FileName({ name, className }: { name: string; className?: string }) {
  const chars = Array.from(name)
  const extension = extensionOf(name)
  const tail = Math.min(TAIL, extension ? extension.length + 1 + BEFORE : BEFORE)
  let cut = Math.max(0, chars.length - tail)
  while (chars[cut] === ' ') cut++
  return (
    <span dir="auto" title={name} className={cn('no-autospace relative flex min-w-0', className)}>
      {/* Screen readers get the name in one piece; the two visible parts would be read as two words. */}
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
