import type { ReactNode } from 'react'

/** A group of rows on a settings page. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8 first:mt-2">
      <h2 className="mb-2.5 px-1 font-medium text-[13px] text-ink-3">{title}</h2>
      <div className="divide-y divide-line rounded-md border border-line bg-surface">{children}</div>
    </section>
  )
}

/** One row: a description on the left, controls on the right. */
export function SectionRow({
  label,
  note,
  children,
}: {
  label: ReactNode
  note?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      <div className="min-w-40 flex-1">
        <div>{label}</div>
        {note && <div className="mt-0.5 text-[13px] text-ink-3">{note}</div>}
      </div>
      {children}
    </div>
  )
}
