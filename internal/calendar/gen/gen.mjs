// Generates data/lunar.txt from the npm package lunar-javascript; each line contains the lunar
// months and solar terms of one year. To run: cd internal/calendar/gen && npm install && node
// gen.mjs. The output is committed. calendar_test.go compares it with the independent
// astronomical computation in meeus_test.go.
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { Lunar, LunarYear, Solar } = createRequire(import.meta.url)('lunar-javascript')
const out = new URL('../data/', import.meta.url)

// Format of a line: the year; month and day of the lunar new year; the months; the solar terms.
// Each month is one letter: b for 30 days, s for 29. A capital letter is a leap month and comes
// after the month of the same number. The solar terms are 24 base-36 digits, from 小寒 on. Each digit
// is the day of the month on which the term begins.
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
