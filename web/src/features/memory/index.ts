/** The page of /setting/memory, and the line that says what was remembered, each in a chunk of its own. */
export const loadPage = () => import('./page')
export const loadCard = () => import('./card')
