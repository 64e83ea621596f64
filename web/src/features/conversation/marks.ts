import { create } from 'zustand'

interface Marks {
  /** Conversations whose answer is being made, as far as this page knows. */
  running: ReadonlySet<string>
  /** Conversations that wait for their deletion while 撤销 is offered. */
  leaving: ReadonlySet<string>
  setRunning: (id: string, running: boolean) => void
  leave: (id: string) => void
  stay: (id: string) => void
}

function changed(set: ReadonlySet<string>, id: string, inside: boolean): ReadonlySet<string> {
  if (set.has(id) === inside) return set
  const next = new Set(set)
  if (inside) next.add(id)
  else next.delete(id)
  return next
}

/** What this page knows of conversations beside the server's list. */
export const useMarks = create<Marks>()((set) => ({
  running: new Set(),
  leaving: new Set(),
  setRunning: (id, running) => set((s) => ({ running: changed(s.running, id, running) })),
  leave: (id) => set((s) => ({ leaving: changed(s.leaving, id, true) })),
  stay: (id) => set((s) => ({ leaving: changed(s.leaving, id, false) })),
}))

/** Tells the list that a conversation is answering, or no longer. */
export function setRunning(id: string, running: boolean): void {
  useMarks.getState().setRunning(id, running)
}
