import { create } from 'zustand'

/** What a dialog of the attach menu is open for: the draft whose files, and the conversation whose connectors are chosen; null: neither. */
export const useChoosing = create<{ draft: string | null; connectors: string | null }>()(() => ({
  draft: null,
  connectors: null,
}))

/** Opens the dialog that chooses files of the library. */
export const chooseKept = (draft: string): void => useChoosing.setState({ draft })
export const endChoosing = (): void => useChoosing.setState({ draft: null })

/** Opens the dialog that chooses the connectors of a conversation. */
export const chooseConnectors = (cid: string): void => useChoosing.setState({ connectors: cid })
export const endConnectors = (): void => useChoosing.setState({ connectors: null })
