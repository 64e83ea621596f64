/** The address of an agent, and the other modules of the store, each in a chunk of its own. */
export { agentAddress } from './address'
export const loadFiles = () => import('./files')
export const loadStore = () => import('./store-page')
export const loadAgent = () => import('./agent-page')
export const loadShareImage = () => import('./share-image-page')
export const loadClockIn = () => import('./clock-in-page')
