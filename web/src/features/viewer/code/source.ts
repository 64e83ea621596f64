import { readRange } from '@/api'
import { type Encoding, encodingOf } from './decode'

/** Bytes per request, and maximum number of shown bytes of a file. */
const CHUNK = 2 * 1024 * 1024
export const SHOWN_MAX = 16 * 1024 * 1024

/**
 * Reads a text file in pieces, and calls `onText` after each piece with the text read so far. It ends at the end of the
 * file, at SHOWN_MAX, or when the signal aborts.
 */
export async function readText(
  url: string,
  onText: (text: string, done: boolean, whole: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  let at = 0
  let text = ''
  let decoder: TextDecoder | undefined
  for (;;) {
    const { bytes, total } = await readRange(url, at, at + CHUNK - 1, signal)
    at += bytes.length
    const whole = at >= total || bytes.length === 0
    const done = whole || at >= SHOWN_MAX
    if (!decoder) {
      const encoding: Encoding = encodingOf(bytes)
      decoder = new TextDecoder(encoding)
    }
    text += decoder.decode(bytes, { stream: !whole })
    onText(text, done, whole)
    if (done) return
  }
}
