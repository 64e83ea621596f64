export { ConversationList, type ConversationListProps } from './list'
export { setRunning } from './marks'
export { useClearAll, useConversation, useConversationNews, useConversations } from './queries'
