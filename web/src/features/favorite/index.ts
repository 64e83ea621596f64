/**
 * The page /favorites, the function that saves favourites, and the stars, each in a script file of its own.
 */
export const loadPage = () => import('./page')
export const loadKeep = () => import('./keep')
export const loadStars = () => import('./star')
