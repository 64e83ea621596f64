export { Decoder, decodeChunk, type Numbered } from './decode'
export type * from './events.gen'
export { answerText, incomplete, plainText, type ReplaceStep, replaceStep } from './incomplete'
export { newMessage, reduce } from './reduce'
