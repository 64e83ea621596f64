import { cn } from '@/lib/cn'

/** The logo: the picture at `src`, or a channel of water seen from above, in the colours of the theme. */
export function Mark({ className, src }: { className?: string; src?: string }) {
  if (src) return <img src={src} alt="" className={cn('soft:size-7 rounded-[8px] object-cover', className)} />
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cn('soft:size-7', className)} fill="none">
      <rect width="32" height="32" rx="9" fill="var(--qing)" />
      <g stroke="var(--on-qing)" strokeLinecap="round">
        <path d="M21.5 5.5c-11 3.5-11.5 6.5-4 10.2s6 7.3-7 10.8" strokeWidth="3" />
        <path
          d="M25.5 9.5c-5 1.8-6.2 3.4-3.2 5.4m-12.6 2.6c3 2 2 3.8-2.7 5.4"
          strokeWidth="1.5"
          opacity=".55"
        />
      </g>
    </svg>
  )
}
