import { create } from 'zustand'
import { type Conversation, newConversation, type Phase, type Turn } from './model'

interface Chats {
  byId: Record<string, Conversation>
}

/**
 * The conversations opened since the page was loaded. The store is outside of React, because an answer
 * continues when the user leaves its conversation.
 */
export const useChats = create<Chats>()(() => ({ byId: {} }))

export function chatOf(cid: string): Conversation | undefined {
  return useChats.getState().byId[cid]
}

/** The conversation; it is created in `phase` if this page has not opened it yet. */
export function ensureChat(cid: string, agentId: string, phase: Phase): Conversation {
  const known = chatOf(cid)
  if (known) return known
  const made = newConversation(cid, agentId, phase)
  useChats.setState((s) => ({ byId: { ...s.byId, [cid]: made } }))
  return made
}

export function forgetChat(cid: string): void {
  useChats.setState(({ byId: { [cid]: _, ...rest } }) => ({ byId: rest }))
}

export function change(
  cid: string,
  part: Partial<Conversation> | ((c: Conversation) => Partial<Conversation>),
): void {
  useChats.setState((s) => {
    const c = s.byId[cid]
    if (!c) return s
    return { byId: { ...s.byId, [cid]: { ...c, ...(typeof part === 'function' ? part(c) : part) } } }
  })
}

export function changeTurn(cid: string, key: string, edit: (turn: Turn) => Turn): void {
  change(cid, (c) => ({ turns: c.turns.map((turn) => (turn.key === key ? edit(turn) : turn)) }))
}

/** The conversation for components; undefined before ensureChat was called. */
export function useChat(cid: string): Conversation | undefined {
  return useChats((s) => s.byId[cid])
}
