/** The pages of agents, the parts of an agent in a conversation, and the trial of a draft, each in its own chunk. */
export const loadPages = () => import('./pages')
export const loadInChat = () => import('./in-chat')
