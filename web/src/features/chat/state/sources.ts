import { create } from 'zustand'
import type { Doc } from './types'

interface Shown {
  docs: readonly Doc[]
  /** The source to mark and bring into view; 0 for none. */
  mark: number
}

interface Beside {
  shown: Shown | null
  /** The place in a file that is open. */
  place: Doc | null
  /** The page around the conversation shows places itself, however narrow the window is. */
  claimed: boolean
}

/** What is beside the conversation: the list of an answer's sources, or the file that one of them is a place in. */
export const useSources = create<Beside>()(() => ({ shown: null, place: null, claimed: false }))

/** Opens the list of an answer's sources, one of them marked. */
export function showSources(docs: readonly Doc[], mark = 0): void {
  useSources.setState({ shown: { docs, mark }, place: null })
}

/** Closes whatever is beside the conversation. */
export function hideSources(): void {
  useSources.setState({ shown: null, place: null })
}
