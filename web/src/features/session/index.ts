export { SessionHost } from './host'
export { askLogin, askProof, forgetTraces, isUser, refreshWho, useSession, type Who } from './store'
