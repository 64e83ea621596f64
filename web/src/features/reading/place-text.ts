import { createContext, useContext } from 'react'
import type { DocView } from '@/features/viewer'
import { useT } from '@/i18n'

/** What the places of the open file are: pages, slides, sheets or sections. */
export const PlaceKind = createContext<DocView['unitKind']>('page')

/** Names a place of the open file: 第 3 页. */
export function usePlaceText(): (n: number) => string {
  const t = useT()
  const kind = useContext(PlaceKind)
  return (n) => t('reading.place', { n, kind })
}
