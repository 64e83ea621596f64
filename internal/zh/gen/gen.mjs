// Generates data/script.gz, the dictionaries of OpenCC (opencc-js, see NOTICE):
//
//   cd internal/zh/gen && npm install && node gen.mjs
//
// The output is committed.
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const out = new URL('../data/', import.meta.url)

// In the file, each dictionary is a section: "#name" followed by lines "key<TAB>value".
// A line without a value is a phrase that converts character by character; the line
// is kept because it prevents a match of a shorter phrase inside this phrase.
const dict = async (...names) => {
  const all = new Map()
  for (const n of names) {
    const text = (await import(`./node_modules/opencc-js/dist/esm-lib/dict/${n}.js`)).default
    for (const row of text.split('|')) {
      const at = row.indexOf(' ')
      if (at > 0 && !all.has(row.slice(0, at))) all.set(row.slice(0, at), row.slice(at + 1))
    }
  }
  return all
}
const section = (name, entries, chars) =>
  `#${name}\n` +
  [...entries]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([k, v]) => (chars && [...k].map((c) => chars.get(c) ?? c).join('') === v ? k : `${k}\t${v}`))
    .join('\n') +
  '\n'

const stChars = await dict('STCharacters')
const tsChars = await dict('TSCharacters')
const script =
  section('st-char', stChars) +
  section('st-phrase', await dict('STPhrases'), stChars) +
  section('ts-char', tsChars) +
  section('ts-phrase', await dict('TSPhrases'), tsChars) +
  section('tw-phrase', await dict('TWPhrases')) +
  section('tw-variant', await dict('TWVariantsPhrases', 'TWVariants')) +
  section('tw-back', await dict('TWPhrasesRev', 'TWVariantsRevPhrases', 'TWVariantsRev'))
const packed = gzipSync(script, { level: 9 })
packed[9] = 255 // the operating system in the gzip header; a fixed value makes every machine write the same file
writeFileSync(new URL('script.gz', out), packed)
