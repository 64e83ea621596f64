import { lazy, Suspense, use } from 'react'
import { Growing } from './context'
import { marking } from './marks'

const BlankField = lazy(() => import('./blank-field'))
const BLANK = /_{4,}|＿{3,}/g

/** Turns the blanks of a template (____) into <blank-slot>, which can be filled in. */
export const remarkBlanks = marking(BLANK, () => ({ hName: 'blank-slot' }))

/** A blank as a field, once the text around it stands still. */
export function BlankSlot() {
  const strokes = '____'
  if (use(Growing)) return strokes
  return (
    <Suspense fallback={strokes}>
      <BlankField />
    </Suspense>
  )
}
