import { describe, expect, it } from 'vitest'
import { hold, presentable } from './hold'

describe('hold', () => {
  it.each([
    ['面积是 \\(x', '面积是 '],
    ['面积是 \\', '面积是 '],
    ['面积是 \\(x\\)。', '面积是 \\(x\\)。'],
    ['\\[\na + b', ''],
    ['得 $$a', '得 '],
    ['得 $a + b', '得 '],
    ['得 $a + b$ 了', '得 $a + b$ 了'],
    ['苹果 $5，香蕉', '苹果 $5，香蕉'],
    ['三天[', '三天'],
    ['三天[cita', '三天'],
    ['三天[citation:1', '三天'],
    ['三天[citation:1]', '三天[citation:1]'],
    ['见图[](@repl', '见图'],
    ['很**', '很'],
    ['| 日期 | 星', ''],
    ['| 日期 | 星期 |\n|--', ''],
    ['| 日期 | 星期 |\n|---|---|', '| 日期 | 星期 |\n|---|---|'],
    ['| 日期 | 星期 |\n|---|---|\n| 9 月', '| 日期 | 星期 |\n|---|---|'],
    ['| 日期 | 星期 |\n|---|---|\n| 9 月 | 五 |', '| 日期 | 星期 |\n|---|---|\n| 9 月 | 五 |'],
    ['| 日期 | 星期 |\n|---|---|\n|', '| 日期 | 星期 |\n|---|---|'],
    ['| 日期 | 星期 |\n|---|---|\n| 9 月 |', '| 日期 | 星期 |\n|---|---|'],
    ['| 日期 | 星期 |\n|---|---|\n| 9 \\| 10 |', '| 日期 | 星期 |\n|---|---|'],
    ['| 日期 | 星期 |\n|---|---|\n| 9 月 |\n', '| 日期 | 星期 |\n|---|---|\n| 9 月 |\n'],
    ['一\n- ', '一\n'],
    ['```\n\\(x **', '```\n\\(x **'],
  ])('%j → %j', (text, want) => expect(hold(text)).toBe(want))

  it('gives up on what is too long to be a formula', () => {
    const text = `得 \\(${'字'.repeat(500)}`
    expect(hold(text)).toBe(text)
  })
})

describe('presentable', () => {
  it('closes open emphasis, so that no star flashes', () => {
    expect(presentable('这是**重点')).toBe('这是**重点**')
    expect(presentable('用 `go te')).toBe('用 `go te`')
  })
  it('never shows a half of a mark, however the text is cut', () => {
    const text = '今年**放三天**[citation:1]，面积 \\(x^2\\)，价 $5。\n\n| a | b |\n|---|---|\n| 1 | 2 |'
    for (let i = 0; i <= text.length; i++) {
      const shown = presentable(text.slice(0, i)).replace(/\[citation:\d\]|\\\([^)]*\\\)/g, '')
      expect(shown).not.toMatch(/\[c|\\\(|\\$/)
      expect((shown.match(/\*\*/g) ?? []).length % 2).toBe(0)
    }
  })
})
