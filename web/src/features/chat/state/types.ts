/** The parts of the stream protocol used by pages. */
export * from '../stream'
export { decodeChunk as eventOf } from '../stream'
