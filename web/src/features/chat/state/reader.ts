/** What reads answers and history. It is a chunk of its own: nobody needs it before something is asked or opened. */
export { follow } from './follow'
export { foldDetail } from './history'
