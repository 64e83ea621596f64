import { create } from 'zustand'

/** A conversation and the agent that answers in it. */
export interface Here {
  cid: string
  agentId: string
}

/**
 * The open dialog of the attach menu. `draft` is the draft for which files are chosen; `connectors` is the conversation
 * for which connectors are chosen. null: the dialog is closed.
 */
export const useChoosing = create<{ draft: string | null; connectors: Here | null }>()(() => ({
  draft: null,
  connectors: null,
}))

/** Opens the dialog that chooses files of the library. */
export const chooseKept = (draft: string): void => useChoosing.setState({ draft })
export const endChoosing = (): void => useChoosing.setState({ draft: null })

/** Opens the dialog that chooses the connectors of a conversation. */
export const chooseConnectors = (connectors: Here): void => useChoosing.setState({ connectors })
export const endConnectors = (): void => useChoosing.setState({ connectors: null })
