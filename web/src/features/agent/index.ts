/** Each function loads one chunk of code: the pages of agents, or the parts of a conversation with an agent. */
export const loadPages = () => import('./pages')
export const loadInChat = () => import('./in-chat')
