import { type MessageId, t } from '@/i18n'
import type { UnitKind } from './types'

const names: Record<UnitKind, MessageId> = {
  page: 'viewer.pageN',
  slide: 'viewer.slideN',
  sheet: 'viewer.sheetN',
  section: 'viewer.sectionN',
}

/** The name of a place in a file, for example 第 3 页. */
export function placeName(kind: UnitKind | '', n: number): string {
  return t(names[kind || 'page'], { n })
}
