import { expect, it } from 'vitest'
import { drafts } from './draft'
import { quotable, quoteInto } from './quote'

function select(html: string, from: string, to = from) {
  document.body.innerHTML = html
  const range = document.createRange()
  range.setStartBefore(document.querySelector(from)!)
  range.setEndAfter(document.querySelector(to)!)
  return quotable({ isCollapsed: false, rangeCount: 1, getRangeAt: () => range } as unknown as Selection)
}

const answer = (body: string) => `<article><div class="md">${body}</div></article>`

it('takes the words of one answer, without what is there for using it', () => {
  const html = answer(
    '<p id="a">放假 3 天<button class="cite">1</button>。</p><ul><li id="b">元旦</li><li id="c">春节</li></ul>',
  )
  expect(select(html, '#a', '#c')?.text).toBe('放假 3 天。\n元旦\n春节')
})

it('takes a formula as it is written', () => {
  const katex =
    '<span class="katex-mathml"><math><semantics><mi>x</mi><annotation>x^2</annotation></semantics></math></span><span class="katex-html">x2</span>'
  expect(select(answer(`<p id="a">得 <span>${katex}</span></p>`), '#a')?.text).toBe('得 $x^2$')
})

it('takes nothing of a question, of two answers, or of everything around', () => {
  expect(select('<p id="a">问题</p>', '#a')).toBeNull()
  expect(select(answer('<p id="a">一</p>') + answer('<p id="b">二</p>'), '#a', '#b')).toBeNull()
  expect(select('<article><p id="a">工具</p></article>', '#a')).toBeNull()
  expect(quotable({ isCollapsed: true, rangeCount: 1 } as Selection)).toBeNull()
})

it('takes a bounded part', () => {
  expect(select(answer(`<p id="a">${'字'.repeat(5000)}</p>`), '#a')?.text).toHaveLength(2001)
})

it('puts a quote behind what is written, with room for a question', () => {
  drafts.set('q', '')
  quoteInto('q', '一\n二')
  expect(drafts.get('q')).toBe('> 一\n> 二\n\n')
  drafts.set('q', '> 一\n\n为什么？')
  quoteInto('q', '三')
  expect(drafts.get('q')).toBe('> 一\n\n为什么？\n\n> 三\n\n')
})
