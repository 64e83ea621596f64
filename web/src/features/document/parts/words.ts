import type { useT } from '@/i18n'
import { fileSize } from '@/lib/format'
import type { DocView } from '../types'
import type { Item } from '../upload/engine'

type T = ReturnType<typeof useT>

/** A short text about the state of a file: what is in progress, the error, or the size. */
export function statusText(t: T, item: Item): string {
  const percent = Math.floor(item.progress * 100)
  switch (item.phase) {
    case 'waiting':
      return t('document.status.waiting')
    case 'uploading':
      return item.lost ? t('document.status.lost') : t('document.status.uploading', { percent })
    case 'parsing':
      return percent > 0 ? t('document.status.parsingAt', { percent }) : t('document.status.parsing')
    case 'failed':
      return item.error
    case 'stored':
      // Images are used without parsing; for audio and video the text says that they are not parsed.
      return item.kind === 'image'
        ? fileSize(item.size)
        : `${fileSize(item.size)} · ${t('document.status.stored')}`
    case 'ready':
      return [fileSize(item.size), item.doc ? unitsText(t, item.doc) : ''].filter(Boolean).join(' · ')
  }
}

/** The number of pages, slides or sheets of a document; empty for other units. */
export function unitsText(t: T, doc: Pick<DocView, 'units' | 'unitKind'>): string {
  if (doc.units < 1) return ''
  switch (doc.unitKind) {
    case 'page':
      return t('document.units.page', { count: doc.units })
    case 'slide':
      return t('document.units.slide', { count: doc.units })
    case 'sheet':
      return t('document.units.sheet', { count: doc.units })
    default:
      return ''
  }
}

/** The name of a unit of a document, such as a page, with its number. */
export function placeText(t: T, unitKind: DocView['unitKind'], unit: number): string {
  switch (unitKind) {
    case 'page':
      return t('document.place.page', { unit })
    case 'slide':
      return t('document.place.slide', { unit })
    case 'sheet':
      return t('document.place.sheet', { unit })
    default:
      return t('document.place.section', { unit })
  }
}
