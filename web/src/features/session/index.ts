import { lazy } from '@/lib/lazy'

export { forgetUnasked, noteUnasked, unasked } from './again'

/** Tracks who is logged in and shows the login; loaded after the page. */
export const SessionHost = lazy(() => import('./host').then((m) => ({ default: m.SessionHost })))
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
