import { create } from 'zustand'

/** A conversation and the agent that answers in it. */
export interface Here {
  cid: string
  agentId: string
}

/**
 * The open dialogs of the attach menu; null means that a dialog is closed. `draft`: the draft that gets the
 * files chosen in the dialog for files. `connectors`: the conversation whose connectors are chosen.
 */
export const useChoosing = create<{ draft: string | null; connectors: Here | null }>()(() => ({
  draft: null,
  connectors: null,
}))

/** Opens the dialog for choosing files of the library. */
export const chooseKept = (draft: string): void => useChoosing.setState({ draft })
export const endChoosing = (): void => useChoosing.setState({ draft: null })

/** Opens the dialog for choosing the connectors of a conversation. */
export const chooseConnectors = (connectors: Here): void => useChoosing.setState({ connectors })
export const endConnectors = (): void => useChoosing.setState({ connectors: null })
