import { createContext } from 'react'
import type { Doc, Replacement } from '../state/types'

/** What the text of one answer may refer to. */
export interface MarkdownScope {
  docs: readonly Doc[]
  replacements: ReadonlyMap<string, Replacement>
  /** Marks of citations show the site instead of the number. */
  namesSites?: boolean
  /** Shows the list of sources with one of them in view. */
  onSource?: (index: number) => void
}

export const Scope = createContext<MarkdownScope>({ docs: [], replacements: new Map() })

/** What is written in the blanks of an answer, and how it is kept; absent where nothing keeps it. */
export interface KeptBlanks {
  texts: readonly string[]
  keep: (texts: string[]) => void
}

export const Blanks = createContext<KeptBlanks | null>(null)

/** Whether the block around can still grow; heavy parts wait until it cannot. */
export const Growing = createContext(false)
