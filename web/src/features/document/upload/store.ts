import { create } from 'zustand'
import type { Item } from './engine'

interface Uploads {
  /** The files by place (for example a draft, or the library page). */
  places: Readonly<Record<string, readonly Item[]>>
}

/**
 * All files that are being uploaded or are attached. The store is outside of React, because uploads continue when the
 * user leaves a page.
 */
export const useUploads = create<Uploads>()(() => ({ places: {} }))

const none: readonly Item[] = []

export function itemsOf(place: string): readonly Item[] {
  return useUploads.getState().places[place] ?? none
}

export function change(place: string, edit: (items: readonly Item[]) => readonly Item[]): void {
  useUploads.setState((s) => ({ places: { ...s.places, [place]: edit(s.places[place] ?? none) } }))
}

/** Updates one file, unless it has been removed from its place. */
export function changeItem(place: string, key: string, part: Partial<Item>): void {
  const item = itemsOf(place).find((other) => other.key === key)
  if (!item || Object.entries(part).every(([name, value]) => item[name as keyof Item] === value)) return
  change(place, (items) => items.map((other) => (other.key === key ? { ...other, ...part } : other)))
}

/** The files of a place, for components. */
export function useItems(place: string): readonly Item[] {
  return useUploads((s) => s.places[place] ?? none)
}
