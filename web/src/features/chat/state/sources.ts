import { create } from 'zustand'
import type { Doc } from './types'

interface Shown {
  docs: readonly Doc[]
  /** The source to mark and bring into view; 0 for none. */
  mark: number
}

/** The sources that are listed beside the conversation; null when none are. */
export const useSources = create<{ shown: Shown | null }>()(() => ({ shown: null }))

/** Opens the list of an answer's sources, one of them marked. */
export function showSources(docs: readonly Doc[], mark = 0): void {
  useSources.setState({ shown: { docs, mark } })
}

export function hideSources(): void {
  useSources.setState({ shown: null })
}
