import { create } from 'zustand'

/** Conversations with a running answer, as far as this page knows. */
export const useRunning = create<{ ids: ReadonlySet<string> }>()(() => ({ ids: new Set() }))

/** Tells the list that a conversation has started or stopped answering. */
export function setRunning(id: string, running: boolean): void {
  const { ids } = useRunning.getState()
  if (ids.has(id) === running) return
  const next = new Set(ids)
  if (running) next.add(id)
  else next.delete(id)
  useRunning.setState({ ids: next })
}
