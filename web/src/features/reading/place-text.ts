import { createContext, useContext } from 'react'
import type { DocView } from '@/features/viewer'
import { useT } from '@/i18n'

/** The kind of the units of the open file: pages, slides, sheets or sections. */
export const PlaceKind = createContext<DocView['unitKind']>('page')

/** The name of a place in the open file, for example 第 3 页. */
export function usePlaceText(): (n: number) => string {
  const t = useT()
  const kind = useContext(PlaceKind)
  return (n) => t('reading.place', { n, kind })
}
