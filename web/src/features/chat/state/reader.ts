/** The code that reads answers and history. It is its own chunk, loaded when something is asked or opened. */
export { follow } from './follow'
export { foldDetail } from './history'
