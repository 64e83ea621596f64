// Generates the embedded data of the built-in engine from npm packages:
//
//   cd internal/llm/offline/gen && npm install && node gen.mjs
//
// data/script.gz  OpenCC dictionaries (opencc-js), see NOTICE
// data/lunar.txt  one line a year: lunar months and solar terms (lunar-javascript)
//
// The output is committed. lunar_test.go checks the calendar against an
// astronomical computation of its own.
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { createRequire } from 'node:module'

const { Lunar, LunarYear, Solar } = createRequire(import.meta.url)('lunar-javascript')
const out = new URL('../data/', import.meta.url)

// Each dictionary is a section "#name" followed by lines "key<TAB>value". A line
// without a value is a phrase that converts character by character; it is kept
// because it stops a shorter phrase inside it from matching.
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
packed[9] = 255 // the operating-system byte: the same file on every machine
writeFileSync(new URL('script.gz', out), packed)

// A line: year, month and day of the lunar new year, months as length letters
// (b 30 days, s 29), a leap month in capitals after its namesake, then the days
// of the 24 solar terms in order of the solar year (小寒 first) as base-36 digits.
const terms = '小寒 大寒 立春 雨水 惊蛰 春分 清明 谷雨 立夏 小满 芒种 夏至 小暑 大暑 立秋 处暑 白露 秋分 寒露 霜降 立冬 小雪 大雪 冬至'.split(' ')
const lines = []
for (let y = 1900; y <= 2100; y++) {
  const months = LunarYear.fromYear(y).getMonthsInYear()
  const letters = months.map((m) => {
    const l = m.getDayCount() === 30 ? 'b' : 's'
    return m.isLeap() ? l.toUpperCase() : l
  })
  const first = Lunar.fromYmd(y, 1, 1).getSolar()
  const days = []
  for (let m = 1; m <= 12; m++) {
    for (let d = 1; d <= 31; d++) {
      const s = Solar.fromYmd(y, m, d)
      if (s.getMonth() !== m) break
      const name = s.getLunar().getJieQi()
      if (name) {
        if (name !== terms[days.length]) throw new Error(`${y}-${m}-${d} ${name}`)
        days.push(d.toString(36))
      }
    }
  }
  if (days.length !== 24) throw new Error(`${y}: ${days.length} solar terms`)
  lines.push(`${y} ${first.getMonth()} ${first.getDay()} ${letters.join('')} ${days.join('')}`)
}
writeFileSync(new URL('lunar.txt', out), `${lines.join('\n')}\n`)
console.log(`script.gz ${packed.length} bytes, lunar.txt ${lines.length} years`)
