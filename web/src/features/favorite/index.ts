/** The page /favorites, the function that saves favourites, and the stars, each in its own chunk. */
export const loadPage = () => import('./page')
export const loadKeep = () => import('./keep')
export const loadStars = () => import('./star')
