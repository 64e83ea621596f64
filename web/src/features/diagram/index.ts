export { addressOf, type Drawing, draw, type Theme } from './draw'
export { toPng } from './png'
