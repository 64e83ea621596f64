import { type ComponentProps, lazy, Suspense } from 'react'

const FileSign = lazy(() => import('@/features/document').then((m) => ({ default: m.FileSign })))

/** The sign of a file's kind, as the library has it. It is fetched apart: the file itself comes first. */
export function Sign(props: Pick<ComponentProps<typeof FileSign>, 'kind'>) {
  return (
    <Suspense fallback={<span className="size-7 shrink-0" />}>
      <FileSign size="sm" {...props} />
    </Suspense>
  )
}
