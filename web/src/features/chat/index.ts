import { lazy } from 'react'

export { ChatPage, type ChatPageProps } from './page'
export { drafts } from './state/draft'
export type { AskedFile } from './state/model'
export type { Place, TalkPanelProps } from './talk-panel'

/** A conversation inside another page. */
export const TalkPanel = lazy(() => import('./talk-panel'))
