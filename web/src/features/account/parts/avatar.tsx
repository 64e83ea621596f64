import { cn } from '@/lib/cn'

/** A user's picture, or the first character of the name. */
export function Avatar({ name, src, className }: { name: string; src: string; className?: string }) {
  const look = cn('size-9 shrink-0 rounded-full', className)
  if (src) return <img src={src} alt="" className={cn('object-cover', look)} />
  return (
    <span aria-hidden className={cn('grid place-items-center bg-qing-soft text-[14px] text-qing-ink', look)}>
      {[...name][0] ?? '·'}
    </span>
  )
}
