/** The button that shares, and the pages of shares, each in a chunk of its own. */
export const loadButton = () => import('./button')
export const loadList = () => import('./list-page')
export const loadOfProject = () => import('./list-page').then((m) => ({ default: m.ProjectShares }))
export const loadPoster = () => import('./poster-page')
export const loadFromApp = () => import('./from-app')
export const loadDeleted = () => import('./deleted')
