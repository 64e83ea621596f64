/** The page /setting/memory, and the card of a memory, each in its own chunk. */
export const loadPage = () => import('./page')
export const loadInProject = () => import('./in-project')
export const loadCard = () => import('./card')
