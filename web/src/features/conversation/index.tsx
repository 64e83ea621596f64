import { part } from '@/lib/part'

export type { ConversationListProps } from './list'
export { useClear, useConversation, useConversationNews, useConversations, useRestore } from './queries'
export { setRunning } from './running'

/** The list of conversations, loaded after the page. */
export const ConversationList = part(
  () => import('./list').then((m) => ({ default: m.ConversationList })),
  () => <div className="flex-1" />,
)
