export { ConversationList, type ConversationListProps } from './list'
export { useClear, useConversation, useConversationNews, useConversations, useRestore } from './queries'
export { setRunning } from './running'
