import { withCatalogue } from '@/i18n'

export { ChatPage, type ChatPageProps, type ChatPlace } from './page'
export { drafts } from './state/draft'
export type { AskedFile } from './state/model'
export type { Place, TalkPanelProps } from './talk-panel'

/** Loads the components for a stored answer outside of its conversation: the answer, and the panel beside it. */
export const loadKept = withCatalogue('answer', () => import('./kept'))

/** Loads the component that shows a conversation inside another page. */
export const loadTalkPanel = withCatalogue('answer', () => import('./talk-panel'))
export { onNews, recheck } from './state/engine'
export { forgetChat } from './state/store'
export { useAnswering } from './state/study'
