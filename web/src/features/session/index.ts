import { lazy } from 'react'

/** Knows who is here and shows the login; it comes behind the page. */
export const SessionHost = lazy(() => import('./host').then((m) => ({ default: m.SessionHost })))
export { askLogin, askProof, forgetTraces, isUser, refreshWho, useSession, type Who } from './store'
