import { create } from 'zustand'

/** The draft for which files of the library are being chosen; null: none. */
export const useChoosing = create<{ draft: string | null }>()(() => ({ draft: null }))

/** Opens the dialog that chooses files of the library. */
export const chooseKept = (draft: string): void => useChoosing.setState({ draft })
export const endChoosing = (): void => useChoosing.setState({ draft: null })
