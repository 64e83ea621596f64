import { cn } from '@/lib/cn'
import { hueOf, initialOf } from './initial'

export interface AvatarProps {
  name: string
  /** Address of a picture; empty: it is drawn from the name. */
  picture: string
  large?: boolean
}

/** The sign of an agent. */
export function Avatar({ name, picture, large }: AvatarProps) {
  const size = large ? 'size-16 rounded-md text-[26px]' : 'size-11 rounded-md text-[18px]'
  if (picture) return <img src={picture} alt="" className={cn(size, 'shrink-0 object-cover')} />
  const hue = hueOf(name)
  return (
    <span
      aria-hidden
      className={cn(size, 'grid shrink-0 place-items-center font-semibold font-song')}
      style={{ background: `oklch(var(--sign-soft) ${hue})`, color: `oklch(var(--sign) ${hue})` }}
    >
      {initialOf(name)}
    </span>
  )
}
