import { type MessageId, t } from '@/i18n'
import { boot } from '@/lib/boot'
import { fileSize } from '@/lib/format'
import { configuredMax } from '../calls'
import type { Kind } from '../types'
import { isDocument, kindOf } from './kinds'

/**
 * Maximum bytes of an image (IMAGE_MAX) and of any other file (FILE_MAX). A configured maximum replaces FILE_MAX; if
 * it is lower than IMAGE_MAX, it applies to images as well.
 */
export const IMAGE_MAX = 31_457_280
export const FILE_MAX = 104_857_600
/** Maximum number of files per question, and of unfinished uploads at any other place. */
export const MAX_FILES = 50

/** The limits of uploads on this page. */
export interface Limits {
  fileMax: number
  /** Whether a question may have only one document. */
  single: boolean
}

let asked: Promise<number> | undefined

/**
 * The limits of this page. The configuration is fetched once; after a failure, the next call fetches it
 * again.
 */
export async function limits(): Promise<Limits> {
  asked ??= configuredMax()
  const fileMax = await asked.catch(() => {
    asked = undefined
    return 0
  })
  return { fileMax: fileMax > 0 ? fileMax : FILE_MAX, single: boot.container.oneDocument }
}

type Candidate = Pick<File, 'name' | 'size' | 'type'>

export interface Already {
  /** The number of files at the draft or other place, and the number of documents among these files. */
  files: number
  documents: number
}

interface Rule {
  text: MessageId
  breaks: (file: Candidate, l: Limits) => boolean
  size?: (file: Candidate, l: Limits) => number
}

const kind = (file: Candidate) => kindOf(file.name, file.type)
export const imageMaxOf = (l: Pick<Limits, 'fileMax'>) => Math.min(IMAGE_MAX, l.fileMax)
const maxOf = (file: Candidate, l: Limits) => (kind(file) === 'image' ? imageMaxOf(l) : l.fileMax)

/** Reasons why a file is refused; the first reason that applies is shown. */
const rules: readonly Rule[] = [
  { text: 'document.refused.cloud', breaks: (file) => kind(file) === 'cloud' },
  { text: 'document.refused.type', breaks: (file) => kind(file) === 'file' },
  { text: 'document.refused.empty', breaks: (file) => file.size === 0 },
  { text: 'document.refused.size', breaks: (file, l) => file.size > maxOf(file, l), size: maxOf },
]

/** Why no further file of a kind can be attached, or null. */
export function noRoom(kind: Kind, l: Pick<Limits, 'single'>, already: Already): string | null {
  if (l.single && already.documents > 0 && isDocument(kind)) return t('document.refused.single')
  return already.files >= MAX_FILES ? t('document.refused.count', { count: MAX_FILES }) : null
}

/** The number of files, and of documents among them. */
export const countOf = (items: readonly { kind: Kind }[]): Already => ({
  files: items.length,
  documents: items.filter((item) => isDocument(item.kind)).length,
})

/** Why a file is refused, or null. */
export function refusal(file: Candidate, l: Limits, already: Already): string | null {
  const rule = rules.find((r) => r.breaks(file, l))
  if (!rule) return noRoom(kind(file), l, already)
  return t(rule.text, { size: rule.size ? fileSize(rule.size(file, l)) : '' })
}

/** Separates files into accepted files and messages about refused files. */
export function sift<F extends Candidate>(
  files: readonly F[],
  l: Limits,
  already: Already,
): { taken: F[]; refused: string[] } {
  const now = { ...already }
  const taken: F[] = []
  const why = new Map<string, string[]>()
  for (const file of files) {
    const text = refusal(file, l, now)
    if (text) {
      why.set(text, [...(why.get(text) ?? []), file.name])
      continue
    }
    taken.push(file)
    now.files++
    if (isDocument(kind(file))) now.documents++
  }
  const refused = [...why].map(([text, names]) =>
    // If several files were chosen, the message names the refused files.
    files.length === 1 ? text : t('document.refused.named', { names: names.join('、'), text }),
  )
  return { taken, refused }
}
