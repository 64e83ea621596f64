/** The content rules as the server stores them. */
export interface WordDoc {
  words: { word: string; level: Level; skipPunctuation: boolean }[]
  allow: string[]
}

const levels = ['block', 'mask', 'log'] as const
type Level = (typeof levels)[number]

/**
 * Parses one rule per line. A rule is either a level and a word, or "allow" and a phrase. A comma after the level means
 * that punctuation inside the word is ignored. Empty lines and lines starting with # are ignored. `wrong` contains the
 * numbers of invalid lines, from 1.
 */
export function parseWords(text: string): { doc: WordDoc; wrong: number[] } {
  const doc: WordDoc = { words: [], allow: [] }
  const wrong: number[] = []
  text.split('\n').forEach((line, i) => {
    if (!line.trim() || line.trim().startsWith('#')) return
    const [, head, comma, word] = /^\s*(\w+)(,?)\s+(\S.*?)\s*$/.exec(line) ?? []
    if (word && (levels as readonly string[]).includes(head!)) {
      doc.words.push({ word, level: head as Level, skipPunctuation: comma === ',' })
    } else if (word && head === 'allow' && !comma) {
      doc.allow.push(word)
    } else {
      wrong.push(i + 1)
    }
  })
  return { doc, wrong }
}

export function printWords(doc: WordDoc): string {
  const words = doc.words.map((w) => `${w.level}${w.skipPunctuation ? ',' : ''} ${w.word}`)
  return [...words, ...doc.allow.map((phrase) => `allow ${phrase}`)].join('\n')
}
