import { withCatalogue } from '@/i18n'

/** The pages below /project. */
export const loadPages = () => import('./pages')

/** What stands above a conversation of a project. */
export const loadBadge = withCatalogue('project', () => import('./badge'))

/** The dialog that moves a conversation into a project. */
export const loadMove = withCatalogue('project', () => import('./move'))
