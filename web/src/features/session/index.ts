import { part } from '@/lib/part'

export { forgetUnasked, noteUnasked, unasked } from './again'

/** Tracks who is logged in and shows the login; loaded after the page. */
export const SessionHost = part(() => import('./host').then((m) => ({ default: m.SessionHost })))
export {
  askLogin,
  askProof,
  forgetTraces,
  isUser,
  noteAsked,
  refreshWho,
  useSession,
  type Who,
} from './store'
