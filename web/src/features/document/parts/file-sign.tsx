import {
  Cloud,
  File,
  FileCode,
  FileText,
  Film,
  Image,
  type LucideIcon,
  Music,
  NotebookText,
  Presentation,
  Sheet,
} from 'lucide-react'
import { cn } from '@/lib/cn'
import type { Kind } from '../types'

/** The icon and hue of each kind. Lightness and chroma are the same for all kinds. */
const signs: Record<Kind, { icon: LucideIcon; hue: number }> = {
  pdf: { icon: NotebookText, hue: 28 },
  doc: { icon: FileText, hue: 255 },
  excel: { icon: Sheet, hue: 152 },
  ppt: { icon: Presentation, hue: 52 },
  txt: { icon: FileText, hue: 232 },
  code: { icon: FileCode, hue: 290 },
  image: { icon: Image, hue: 200 },
  video: { icon: Film, hue: 330 },
  audio: { icon: Music, hue: 310 },
  cloud: { icon: Cloud, hue: 220 },
  file: { icon: File, hue: 232 },
}

const sizes = {
  sm: 'size-7 rounded-[7px] [&_svg]:size-4',
  md: 'size-10 rounded-[10px] [&_svg]:size-5',
  lg: 'size-14 rounded-md [&_svg]:size-7',
}

/** The icon of a file's kind. It is decorative, because the name is beside it. */
export function FileSign({
  kind,
  size = 'md',
  className,
}: {
  kind: Kind
  size?: keyof typeof sizes
  className?: string
}) {
  const { icon: Icon, hue } = signs[kind] ?? signs.file
  return (
    <span
      aria-hidden
      className={cn('inline-grid shrink-0 place-items-center', sizes[size], className)}
      style={{ color: `oklch(var(--sign) ${hue})`, background: `oklch(var(--sign-soft) ${hue})` }}
    >
      <Icon strokeWidth={1.5} />
    </span>
  )
}
