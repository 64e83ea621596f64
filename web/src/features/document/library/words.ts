import { useLocale, type useT } from '@/i18n'
import { fileSize } from '@/lib/format'
import { unitsText } from '../parts/words'
import type { DocView } from '../types'

type T = ReturnType<typeof useT>

/** Texts for warnings about files; a warning without a text is not shown. */
const warnings = {
  truncated: 'document.warning.truncated',
  noText: 'document.warning.noText',
  recognised: 'document.warning.recognised',
  scripts: 'document.warning.scripts',
  unreadable: 'document.warning.unreadable',
  repaired: 'document.warning.repaired',
  hiddenParts: 'document.warning.hiddenParts',
  objects: 'document.warning.objects',
  garbled: 'document.warning.garbled',
} as const

/** The text of a warning, or nothing for an unknown kind. A warning may list pages after a colon. */
function sayWarning(t: T, warning: string): string[] {
  const [kind = '', pages = ''] = warning.split(':')
  if (!Object.hasOwn(warnings, kind)) return []
  return [t(warnings[kind as keyof typeof warnings], { pages: pages.replaceAll(',', ', ') })]
}

/** A text about the state of a file: the progress, the error, or a fact such as the number of pages. */
export function noteOf(t: T, doc: DocView): string {
  const percent = Math.floor(doc.progress * 100)
  switch (doc.status) {
    case 'queued':
      return t('document.status.parsing')
    case 'parsing':
      return percent > 0 ? t('document.status.parsingAt', { percent }) : t('document.status.parsing')
    case 'failed':
      return doc.errorMsg || t('document.failed.reading')
    case 'stored':
      return doc.type === 'image'
        ? doc.width > 0
          ? `${doc.width} × ${doc.height}`
          : ''
        : t('document.status.stored')
    case 'ready': {
      const said = (doc.warnings ?? []).flatMap((w) => sayWarning(t, w))
      return [unitsText(t, doc), ...said].filter(Boolean).join(' · ')
    }
  }
}

/** The text below a file's name on a phone. */
export function lineOf(t: T, doc: DocView, day: string): string {
  const note = noteOf(t, doc)
  if (doc.status === 'failed') return note
  return [fileSize(doc.size), day, doc.status === 'ready' ? '' : note].filter(Boolean).join(' · ')
}

/**
 * Returns a function that formats a time in Unix seconds: for today as a time of day, otherwise as a date.
 */
export function useDay(): (at: number) => string {
  const locale = useLocale()
  return (at) => {
    const date = new Date(at * 1000)
    const now = new Date()
    const format: Intl.DateTimeFormatOptions =
      date.toDateString() === now.toDateString()
        ? { hour: '2-digit', minute: '2-digit' }
        : date.getFullYear() === now.getFullYear()
          ? { month: 'numeric', day: 'numeric' }
          : { year: 'numeric', month: 'numeric', day: 'numeric' }
    return new Intl.DateTimeFormat(locale, format).format(date)
  }
}
