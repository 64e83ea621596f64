/** The share button and the other modules about shares; each is loaded when it is first needed. */
export const loadButton = () => import('./button')
export const loadList = () => import('./list-page')
export const loadOfProject = () => import('./list-page').then((m) => ({ default: m.ProjectShares }))
export const loadPoster = () => import('./poster-page')
export const loadFromApp = () => import('./from-app')
export const loadDeleted = () => import('./deleted')
