import type { Locale } from '@/i18n'
import type { GeneralDoc } from './general'

type Localised = Partial<Record<Locale, string>>

/** A suggested question. A question that needs a model is hidden while no model is connected. */
export interface GoodQuestion {
  tag: string
  idx: number
  visible: boolean
  needsModel?: boolean
  title: Localised
  label: Localised
}

export interface QuestionGroup {
  tag: string
  name: Localised
}

/** general.json with the fields of the editor for suggested questions. */
export interface QuestionsDoc extends GeneralDoc {
  inspirationTags: QuestionGroup[]
  inspirations: GoodQuestion[]
}

/** The group with the first cards of the home page. */
export const HOME = 'goodQuestion'

/** The questions of a group in their order. */
export const ofGroup = (doc: QuestionsDoc, tag: string): GoodQuestion[] =>
  doc.inspirations.filter((q) => q.tag === tag).sort((a, b) => a.idx - b.idx)

/** The document with the questions of a group replaced. */
export function withGroup(doc: QuestionsDoc, tag: string, questions: GoodQuestion[]): QuestionsDoc {
  const others = doc.inspirations.filter((q) => q.tag !== tag)
  return { ...doc, inspirations: [...others, ...questions.map((q, i) => ({ ...q, tag, idx: i + 1 }))] }
}

/** The list with one item moved by a step; unchanged if the item would leave the list. */
export function moved<T>(list: readonly T[], from: number, step: -1 | 1): T[] {
  const out = [...list]
  const other = out[from + step]
  if (other === undefined || out[from] === undefined) return out
  out[from + step] = out[from]
  out[from] = other
  return out
}

export const withoutGroup = (doc: QuestionsDoc, tag: string): QuestionsDoc => ({
  ...doc,
  inspirationTags: doc.inspirationTags.filter((g) => g.tag !== tag),
  inspirations: doc.inspirations.filter((q) => q.tag !== tag),
})

/** The document with one more group at the end. */
export function withNewGroup(doc: QuestionsDoc): QuestionsDoc {
  let n = doc.inspirationTags.length + 1
  while (doc.inspirationTags.some((g) => g.tag === `group${n}`)) n++
  return { ...doc, inspirationTags: [...doc.inspirationTags, { tag: `group${n}`, name: {} }] }
}

/** The document to be saved, without questions that have no title in any language. */
export const tidied = (doc: QuestionsDoc): QuestionsDoc => ({
  ...doc,
  inspirations: doc.inspirations.filter((q) => Object.values(q.title).some((s) => s?.trim())),
})

/** The text in a language; empty if it is missing. */
export const inLocale = (text: Localised, locale: Locale): string => text[locale] ?? ''
