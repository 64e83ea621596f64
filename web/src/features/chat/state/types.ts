/** What the page uses of the stream protocol. */
export * from '../stream'
export { decodeChunk as eventOf } from '../stream'
