import { describe, expect, it } from 'vitest'
import { needsWhole, Splitter } from './split'

const texts: Record<string, [text: string, blocks: number]> = {
  paragraphs: ['一。\n\n二。\n\n三。', 3],
  'fence with blank lines': ['前\n\n```go\na\n\n\nb\n```\n\n后', 3],
  'longer fence around a shorter one': ['````md\n```\n\nx\n```\n````\n\n后', 2],
  'tilde fence': ['~~~\na\n\n```\n\nb\n~~~\n\n后', 2],
  'display formula': ['$$\na\n\nb\n$$\n\n后', 2],
  'bracket formula': ['\\[\na\n\nb\n\\]\n\n后', 2],
  'one-line formula': ['$$a$$\n\n后', 2],
  'loose list': ['- 一\n\n- 二\n\n  续\n\n- 三\n\n后', 2],
  'numbered list with code': ['1. 一\n\n   ```\n   a\n\n   b\n   ```\n\n2. 二\n\n后', 2],
  table: ['| a |\n|---|\n| 1 |\n\n后', 2],
  'indented code with blank lines': ['前\n\n    a\n\n\n    b\n\n后', 3],
  'HTML with blank lines': ['<pre>\n# 一\n\n- 二\n</pre>\n\n后', 2],
  'HTML that ends in its first line': ['<script>a()</script>\n\n后', 2],
  'a comment with blank lines': ['前\n\n<!-- 一\n\n二 -->\n后\n\n末', 3],
  'a word that only begins like a tag': ['<preface>\n\n后', 2],
  quote: ['> 一\n\n> 二', 2],
  'many blank lines': ['一\n\n\n\n\n二\n', 2],
  empty: ['', 0],
}

describe('Splitter', () => {
  for (const [name, [text, count]] of Object.entries(texts)) {
    it(`cuts ${name}, whole and growing by any step, without losing a character`, () => {
      const whole = new Splitter().push(text)
      expect(whole.map((b) => b.text).join('')).toBe(text)
      expect(whole).toHaveLength(count)
      for (const step of [1, 2, 5, 30]) {
        const growing = new Splitter()
        let earlier: string[] = []
        for (let end = step; end < text.length + step; end += step) {
          const blocks = growing.push(text.slice(0, end))
          expect(blocks.map((b) => b.text).join('')).toBe(text.slice(0, end))
          const closed = blocks.slice(0, -1).map((b) => `${b.key}:${b.text}`)
          // Completed blocks must stay unchanged, so that memo can skip them.
          expect(closed.slice(0, earlier.length)).toEqual(earlier)
          earlier = closed
        }
        expect(growing.push(text)).toEqual(whole)
      }
    })
  }

  it('keeps closed blocks as the same objects', () => {
    const s = new Splitter()
    const first = s.push('一\n\n二\n\n三')[0]
    expect(s.push('一\n\n二\n\n三四\n\n五')[0]).toBe(first)
  })

  it('starts over when the text is another one', () => {
    const s = new Splitter()
    s.push('一\n\n二\n\n三')
    expect(s.push('别的').map((b) => b.text)).toEqual(['别的'])
  })
})

describe('needsWhole', () => {
  it.each([
    ['[a][1]\n\n[1]: https://a.cn', true],
    ['[a][1]\n\n[1]:https://a.cn', true],
    ['[甲\\]]\n\n[甲\\]]: https://a.cn', true],
    ['[甲 乙]\n\n[甲\n乙]: https://a.cn', true],
    ['[a]\n\n> - [a]: https://a.cn', true],
    ['句子[^1]\n\n[^1]: 注', true],
    ['数组 a[1]: 值', false],
    ['普通 [citation:1] 文字', false],
  ])('%j → %s', (text, want) => expect(needsWhole(text)).toBe(want))
})
