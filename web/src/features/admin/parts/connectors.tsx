import { Suspense } from 'react'
import { withCatalogue } from '@/i18n'
import { lazy } from '@/lib/lazy'
import { Skeleton } from '@/ui/state'

const List = lazy(
  withCatalogue('mcp', () => import('@/features/mcp').then((m) => ({ default: m.Connectors }))),
)

/** The connectors for everybody. */
export default function Connectors() {
  return (
    <Suspense fallback={<Skeleton className="h-24" />}>
      <List admin />
    </Suspense>
  )
}
