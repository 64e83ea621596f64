export { addressOf, type Drawing, draw, type Theme } from './draw'
