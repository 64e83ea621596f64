import { cn } from '@/lib/cn'
import { hueOf, initialOf } from '@/lib/initial'

const sizes = {
  sm: 'size-7 text-[13px]',
  md: 'size-9 text-[15px]',
  lg: 'size-11 text-[18px]',
  xl: 'size-16 text-[26px]',
} as const

export interface SignProps {
  name: string
  /** Address of a picture; empty: the initial of the name is shown. */
  picture?: string
  size?: keyof typeof sizes
}

/**
 * The icon of an agent: its picture, or the initial of its name. The same name always has the same colour.
 */
export function Sign({ name, picture, size = 'md' }: SignProps) {
  const shape = cn('shrink-0 rounded-md', sizes[size])
  if (picture) return <img src={picture} alt="" className={cn(shape, 'object-cover')} />
  const hue = hueOf(name)
  return (
    <span
      aria-hidden
      className={cn(shape, 'grid place-items-center font-semibold font-song')}
      style={{ background: `oklch(var(--sign-soft) ${hue})`, color: `oklch(var(--sign) ${hue})` }}
    >
      {initialOf(name) || '?'}
    </span>
  )
}
