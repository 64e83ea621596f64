export { DeleteAll } from './delete-all'
export { Transfer } from './transfer'
