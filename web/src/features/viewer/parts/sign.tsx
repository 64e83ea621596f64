import { type ComponentProps, Suspense } from 'react'
import { lazy } from '@/lib/lazy'

const FileSign = lazy(() => import('@/features/document').then((m) => ({ default: m.FileSign })))

/** The icon of a file's kind, as in the library. The icons are loaded separately, so that the viewer loads first. */
export function Sign(props: Pick<ComponentProps<typeof FileSign>, 'kind'>) {
  return (
    <Suspense fallback={<span className="size-7 shrink-0" />}>
      <FileSign size="sm" {...props} />
    </Suspense>
  )
}
