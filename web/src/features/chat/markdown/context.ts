import { createContext } from 'react'
import type { Doc, Replacement } from '../state/types'

/** The data that the text of one answer may refer to. */
export interface MarkdownScope {
  docs: readonly Doc[]
  replacements: ReadonlyMap<string, Replacement>
  /** Citation marks show the site's name instead of the number. */
  namesSites?: boolean
  /** The user may read the answer but may not change anything in its conversation. */
  readOnly?: boolean
  /** Opens the list of sources with this source in view. */
  onSource?: (index: number) => void
}

export const Scope = createContext<MarkdownScope>({ docs: [], replacements: new Map() })

/** The texts entered in the blanks of an answer and how they are stored; null where they are not stored. */
export interface KeptBlanks {
  texts: readonly string[]
  keep: (texts: string[]) => void
}

export const Blanks = createContext<KeptBlanks | null>(null)

/** Whether the block can still grow; expensive parts are rendered only when it is complete. */
export const Growing = createContext(false)
