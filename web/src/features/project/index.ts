import { withCatalogue } from '@/i18n'

/** The page /project and the pages below it, except the conversations. */
export const loadPages = () => import('./pages')

/** The page of a conversation, which needs the code of chats. */
export const loadChat = () => import('./chat')

/** The projects in the sidebar. */
export const loadGroup = withCatalogue('project', () => import('./group'))

/** The dialog that moves a conversation into a project. */
export const loadMove = withCatalogue('project', () => import('./move'))

/** Watches whether the user remains a member, for pages outside of /project. */
export const loadWatch = () => import('./watch')
