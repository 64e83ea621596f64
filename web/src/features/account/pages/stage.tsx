import type { ReactNode } from 'react'
import { PageHeader } from '@/features/shell'

/** A page with a single task, centred. */
export function Stage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <PageHeader title={title} />
      <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-16 max-md:px-4">
        <div className="mx-auto mt-[8vh] max-w-sm rounded-lg border border-line bg-surface p-6">
          {children}
        </div>
      </div>
    </>
  )
}
