import { lazy } from '@/lib/lazy'

export type { ConversationListProps } from './list'
export { useClear, useConversation, useConversationNews, useConversations, useRestore } from './queries'
export { setRunning } from './running'

/** The list of conversations, loaded after the page. */
export const ConversationList = lazy(() => import('./list').then((m) => ({ default: m.ConversationList })))
