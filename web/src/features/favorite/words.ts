import { Bot, FileText, Globe, type LucideIcon, MessageSquareText } from 'lucide-react'
import { address, chatAddress, projectChatAddress } from '@/lib/address'
import { type Favorite, isKind, type Kind } from './calls'

export const signs: Record<Kind, LucideIcon> = {
  answer: MessageSquareText,
  file: FileText,
  page: Globe,
  agent: Bot,
}

export const kindOf = (favorite: Favorite): Kind => (isKind(favorite.kind) ? favorite.kind : 'answer')

/**
 * The address of the original: the version of the answer, the file, the page or the agent. Null if the original no
 * longer exists; web pages are not checked.
 */
export function wayTo({ kind, thing, origin, there }: Favorite): string | null {
  if (kind === 'page') return thing
  if (!there) return null
  if (kind === 'file') return address('/tool/file-viewer', { id: thing })
  if (kind === 'agent') return `/chat/${encodeURIComponent(thing)}`
  return origin ? originOf(origin) : null
}

/** The address of an answer in its conversation; with index 0, the address of the conversation. */
export function originOf(origin: NonNullable<Favorite['origin']>): string {
  const { project_id, conversationId, agentId } = origin
  const chat = project_id
    ? projectChatAddress(project_id, conversationId)
    : chatAddress(conversationId, agentId || undefined)
  return origin.index > 0 ? address(chat, { at: `${origin.index}.${origin.repeatIndex}` }) : chat
}
