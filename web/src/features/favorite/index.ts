/** The page of /favorites, what puts things aside, and the stars, each in a chunk of its own. */
export const loadPage = () => import('./page')
export const loadKeep = () => import('./keep')
export const loadStars = () => import('./star')
