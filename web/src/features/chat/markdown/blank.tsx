import { Suspense, use } from 'react'
import { lazy } from '@/lib/lazy'
import { Growing } from './context'
import { marking } from './marks'

const BlankField = lazy(() => import('./blank-field'))
const BLANK = /_{4,}|＿{3,}/g

/** Turns the blanks of a template (____) into <blank-slot>, which becomes an input. */
export const remarkBlanks = marking(BLANK, () => ({ hName: 'blank-slot' }))

/** A blank of a template. It is shown as underscores while the text around it grows, and then as an input. */
export function BlankSlot() {
  const strokes = '____'
  if (use(Growing)) return strokes
  return (
    <Suspense fallback={strokes}>
      <BlankField />
    </Suspense>
  )
}
