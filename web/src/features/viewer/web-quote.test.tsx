import { expect, test } from 'vitest'
import { markQuote, originalAddress } from './web-quote'

test('a quote is marked across elements and white space', () => {
  const root = document.createElement('div')
  root.innerHTML = '<p>前文。票价 <b>三</b>元，\n学生半价。</p><p>后文</p>'
  const first = markQuote(root, '票价三元，学生 半价。')
  expect(first?.tagName).toBe('MARK')
  expect([...root.querySelectorAll('mark')].map((m) => m.textContent).join('')).toBe(
    '票价 三元，\n学生半价。',
  )
  expect(root.textContent).toBe('前文。票价 三元，\n学生半价。后文')
  expect(markQuote(root, '没有的话')).toBeNull()
  expect(markQuote(root, ' ')).toBeNull()
})

test('the original is opened at the quote, and only an address of the web is', () => {
  expect(originalAddress('https://example.com/a', 'a-b 三')).toBe(
    'https://example.com/a#:~:text=a%2Db%20%E4%B8%89',
  )
  expect(originalAddress('https://example.com/a#x', '三')).toBe('https://example.com/a#x')
  expect(originalAddress('https://example.com/a', '')).toBe('https://example.com/a')
  expect(originalAddress('javascript:alert(1)', '三')).toBeNull()
})
