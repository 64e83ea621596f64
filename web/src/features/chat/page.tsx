import type { Landing } from '@/lib/landing'

export interface ChatPageProps {
  agentId: string
  /** Absent on the home page: the conversation begins with the first question. */
  chatId?: string
  landing: Landing
}

/** Home and chat are one page, so that the first question does not lose the composer. */
export function ChatPage(_: ChatPageProps) {
  return <div className="flex-1" />
}
