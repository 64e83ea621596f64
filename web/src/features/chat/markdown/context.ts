import { createContext } from 'react'
import type { Doc, Replacement } from '../state/types'

/** The data and options for rendering the text of one answer. */
export interface MarkdownScope {
  docs: readonly Doc[]
  replacements: ReadonlyMap<string, Replacement>
  /** Whether a citation mark shows the name of the site, if it is known, instead of the number. */
  namesSites?: boolean
  /** Whether the user may only read the answer and may change nothing in its conversation. */
  readOnly?: boolean
  /** Called with the index of a source when its citation mark is clicked. */
  onSource?: (index: number) => void
}

export const Scope = createContext<MarkdownScope>({ docs: [], replacements: new Map() })

/**
 * The texts entered in the blanks of an answer, and the function that stores them. If an answer's blanks are not
 * stored, the value of the context Blanks is null.
 */
export interface KeptBlanks {
  texts: readonly string[]
  keep: (texts: string[]) => void
}

export const Blanks = createContext<KeptBlanks | null>(null)

/** Whether the block can still grow. For example, a diagram is drawn only when its block is complete. */
export const Growing = createContext(false)
