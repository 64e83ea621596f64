import type { ReactNode } from 'react'

/** A note below the end of a file. */
export function EndNote({ children }: { children: ReactNode }) {
  return (
    <p data-aside className="px-6 py-8 text-center text-[12px] text-ink-3">
      {children}
    </p>
  )
}
