/**
 * The code that reads answers and history: a script file of its own, loaded when something is asked or
 * opened.
 */
export { follow } from './follow'
export { foldDetail } from './history'
