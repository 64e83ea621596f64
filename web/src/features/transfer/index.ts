export { Transfer } from './transfer'
