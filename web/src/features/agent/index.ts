/** These functions load two chunks: the pages of agents, and the parts of a conversation with an agent. */
export const loadPages = () => import('./pages')
export const loadInChat = () => import('./in-chat')
