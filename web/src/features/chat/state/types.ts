/** The parts of the stream protocol that pages use. */
export * from '../stream'
export { decodeChunk as eventOf } from '../stream'
