import { create } from 'zustand'

/** Whether the search dialog is open. */
export const useSearchOpen = create<{ open: boolean }>()(() => ({ open: false }))

export const openSearch = () => useSearchOpen.setState({ open: true })
export const closeSearch = () => useSearchOpen.setState({ open: false })
