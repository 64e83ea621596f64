/**
 * The page /setting/memory, the memories of a project, and the card of a memory, each in a script file of its
 * own.
 */
export const loadPage = () => import('./page')
export const loadInProject = () => import('./in-project')
export const loadCard = () => import('./card')
