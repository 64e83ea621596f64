import { create } from 'zustand'
import type { Doc } from './types'

interface Shown {
  docs: readonly Doc[]
  /** The index of the source to highlight and scroll to; 0 for none. */
  mark: number
}

interface Beside {
  shown: Shown | null
  /** The source of the open file. */
  place: Doc | null
  /** Whether the page around the conversation shows the files of sources itself, at any window width. */
  claimed: boolean
}

/**
 * The state of the panel beside the conversation: a list of sources, or the file of one source.
 */
export const useSources = create<Beside>()(() => ({ shown: null, place: null, claimed: false }))

/** Opens a list of sources; `mark` is the index of the source to highlight, 0 for none. */
export function showSources(docs: readonly Doc[], mark = 0): void {
  useSources.setState({ shown: { docs, mark }, place: null })
}

/** Closes the panel beside the conversation. */
export function hideSources(): void {
  useSources.setState({ shown: null, place: null })
}
