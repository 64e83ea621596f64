/** Addresses of the pages about an agent, and of the chat with it. */
export const agentAddress = (id: string) => `/bot/app/agent?agentId=${encodeURIComponent(id)}`
export const shareAddress = (id: string) => `/bot/app/share/${encodeURIComponent(id)}`
export const imageAddress = (id: string) => `/bot/shareToImage?agentId=${encodeURIComponent(id)}`
export const clockAddress = (id: string) => `/bot/app/clockIn/${encodeURIComponent(id)}`
export const chatWith = (id: string, prompt = '') =>
  `/chat/${encodeURIComponent(id)}${prompt && `?prompt=${encodeURIComponent(prompt)}`}`
