import { create } from 'zustand'

/** Conversations with a running answer, according to the events on this page. */
export const useRunning = create<{ ids: ReadonlySet<string> }>()(() => ({ ids: new Set() }))

/** Records whether an answer of a conversation is running; the list of conversations shows it. */
export function setRunning(id: string, running: boolean): void {
  const { ids } = useRunning.getState()
  if (ids.has(id) === running) return
  const next = new Set(ids)
  if (running) next.add(id)
  else next.delete(id)
  useRunning.setState({ ids: next })
}
