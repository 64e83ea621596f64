import { lazy } from 'react'

export { forgetUnasked, noteUnasked, unasked } from './again'

/** Knows who is here and shows the login; it comes behind the page. */
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
