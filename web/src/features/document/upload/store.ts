import { create } from 'zustand'
import type { Item } from './engine'

interface Uploads {
  /** The files of a draft, or of the library's page, in the order in which they were chosen. */
  places: Readonly<Record<string, readonly Item[]>>
}

/** Every file that is being sent or waits to be asked about. It lives outside React: uploads outlive pages. */
export const useUploads = create<Uploads>()(() => ({ places: {} }))

const none: readonly Item[] = []

export function itemsOf(place: string): readonly Item[] {
  return useUploads.getState().places[place] ?? none
}

export function change(place: string, edit: (items: readonly Item[]) => readonly Item[]): void {
  useUploads.setState((s) => ({ places: { ...s.places, [place]: edit(s.places[place] ?? none) } }))
}

/** Changes one file; one that has left its place meanwhile stays away. */
export function changeItem(place: string, key: string, part: Partial<Item>): void {
  const item = itemsOf(place).find((other) => other.key === key)
  if (!item || Object.entries(part).every(([name, value]) => item[name as keyof Item] === value)) return
  change(place, (items) => items.map((other) => (other.key === key ? { ...other, ...part } : other)))
}

/** The files of a place, for components. */
export function useItems(place: string): readonly Item[] {
  return useUploads((s) => s.places[place] ?? none)
}
