import { create } from 'zustand'

export const useSearchOpen = create<{ open: boolean }>()(() => ({ open: false }))

export const openSearch = () => useSearchOpen.setState({ open: true })
export const closeSearch = () => useSearchOpen.setState({ open: false })
