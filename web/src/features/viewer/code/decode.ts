/** The encoding of a text file, by its name in browsers. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'big5'

/** Very common characters: the right decoding of a Chinese text contains many of them. */
const COMMON =
  /[的一是不了人我在有他这為为中大来以到說说時时要就出會会可也你對对生能而子那得于著着下自之年過过發发後后作里用道行所然家種种事成方多經经去法學学如都同現现當当沒没動动面起看定天分還还進进好小部其些主樣样理心本前開开但因只從从想實实日軍军者意無无力它與与長长把機机]/gu

/**
 * Guesses the encoding of a text from its beginning. If there is a byte order mark, the mark decides. Without a mark,
 * UTF-16 and UTF-8 are tried. If neither fits, the encoding with the higher score is chosen from big5 and gb18030. If
 * the scores are equal, it is gb18030.
 */
export function encodingOf(head: Uint8Array): Encoding {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (let i = 0; i < Math.min(head.length, 2000); i++) if (head[i] === 0) zeros[i % 2]!++
  if (zeros[1]! > 100 && zeros[0]! < zeros[1]! / 10) return 'utf-16le'
  if (zeros[0]! > 100 && zeros[1]! < zeros[0]! / 10) return 'utf-16be'
  if (decodes(head, 'utf-8')) return 'utf-8'
  return score(head, 'big5') > score(head, 'gb18030') ? 'big5' : 'gb18030'
}

function decodes(bytes: Uint8Array, encoding: Encoding): boolean {
  try {
    // With `stream`, the text may end in the middle of a character, as the beginning of a file
    // often does.
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** The number of common Chinese characters in a decoding, minus 5 for each undecodable character. */
function score(bytes: Uint8Array, encoding: Encoding): number {
  const text = new TextDecoder(encoding).decode(bytes.subarray(0, 20_000))
  return (text.match(COMMON) ?? []).length - 5 * (text.match(/\ufffd/g) ?? []).length
}

/**
 * Maximum length of a rendered line, in characters. The rest of a longer line is shown as further
 * lines without a number.
 */
export const LINE_MAX = 4000

/** A line of the file, or the continuation of a line that is too long. */
export interface Line {
  text: string
  /** The line number, from 1; 0: a continuation of the line before. */
  number: number
}

/** Splits a text at the line ends of any system. A line that is too long is split after every LINE_MAX characters. */
export function linesOf(text: string): Line[] {
  const lines: Line[] = []
  let number = 0
  for (const line of text.split(/\r\n|\n|\r/)) {
    number++
    for (let at = 0; at === 0 || at < line.length; at += LINE_MAX) {
      lines.push({ text: line.slice(at, at + LINE_MAX), number: at === 0 ? number : 0 })
    }
  }
  // The newline at the end of a file does not start another line.
  if (lines.length > 1 && lines.at(-1)!.text === '' && lines.at(-1)!.number > 0) lines.pop()
  return lines
}
