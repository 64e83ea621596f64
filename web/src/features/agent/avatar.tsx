import { cn } from '@/lib/cn'

const sizes = {
  sm: 'size-7 text-[13px]',
  md: 'size-9 text-[15px]',
  lg: 'size-14 text-[22px]',
} as const

/** The picture of an agent; without one, the first letter of its name. */
export function Avatar({
  name,
  src,
  size = 'md',
}: {
  name: string
  src?: string
  size?: keyof typeof sizes
}) {
  const first = [...name.trim()][0]?.toUpperCase() ?? '?'
  return src ? (
    <img src={src} alt="" className={cn('shrink-0 rounded-full', sizes[size])} />
  ) : (
    <span
      aria-hidden
      className={cn(
        'grid shrink-0 place-items-center rounded-full bg-qing-soft font-song text-qing-ink',
        sizes[size],
      )}
    >
      {first}
    </span>
  )
}
