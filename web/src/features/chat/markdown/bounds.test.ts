import { describe, expect, it } from 'vitest'
import { Budget, MAX_TEXT } from './bounds'

const table = (columns: number, rows: number) =>
  `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'|1\n'.repeat(rows)}`

describe('what is drawn and what stays text', () => {
  const texts: Record<string, [text: string, drawn: boolean]> = {
    'an everyday table': [table(8, 100), true],
    'a table of 100 columns': [table(100, 100), true],
    'a table of 101 columns': [table(101, 2), false],
    'a table of 3,000 columns and 6,000 rows': [table(3000, 6000), false],
    'a table of 30 columns and 700 rows': [table(30, 700), false],
    'the same inside a quote': [table(3000, 20).replace(/^/gm, '> '), false],
    'a table without outer bars': [`${'a|'.repeat(150)}a\n${'-|'.repeat(150)}-\n1`, false],
    'marks without end': ['*a_ '.repeat(200_000), false],
    'some marks': ['*a*, '.repeat(200), true],
    'a long list of bold words': ['- **a** and `b`\n'.repeat(1000), true],
    'a long numbered list of bold words': [
      Array.from({ length: 900 }, (_, i) => `${i + 1}. **a** \`b\`\n`).join(''),
      true,
    ],
    'marks on lines that begin like list items and are none': [`a\n${'2. *a_ *b_\n'.repeat(400)}`, false],
    'marks inside a program': ['```\n'.concat('*a_ '.repeat(5000), '\n```'), true],
    'deep quotes': [`${'> '.repeat(5000)}x`, false],
    'deep lists on a line': [`${'- '.repeat(5000)}x`, false],
    'lists that go deeper on each line': [
      Array.from({ length: 400 }, (_, i) => `${' '.repeat(i * 2)}- x`).join('\n'),
      false,
    ],
    'six levels of lists': [Array.from({ length: 6 }, (_, i) => `${' '.repeat(i * 4)}- x`).join('\n'), true],
    'a very long paragraph': ['字'.repeat(70_000), false],
    'a long paragraph': ['字'.repeat(20_000), true],
    'open brackets': ['[a]('.repeat(4000), false],
  }
  it.each(Object.entries(texts))('%s', (_, [text, drawn]) => expect(new Budget().allows(text)).toBe(drawn))

  it('counts over the blocks of an answer', () => {
    const many = (block: string) => {
      const budget = new Budget()
      return Array.from({ length: 300 }, () => budget.allows(block)).filter(Boolean).length
    }
    expect(many(table(50, 98))).toBe(4)
    expect(many('$x$ '.repeat(100))).toBe(20)
    expect(many('字'.repeat(10_000))).toBe(MAX_TEXT / 10_000)
    expect(many('一段。')).toBe(300)
  })
})
