/** The pages of agents, what stands of an agent in a conversation, and the way to try a draft, each in a chunk of its own. */
export const loadPages = () => import('./pages')
export const loadInChat = () => import('./in-chat')
