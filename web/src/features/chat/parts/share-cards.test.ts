import { expect, it } from 'vitest'
import { withoutTokens } from './share-cards'

it('takes the tokens of shares out of a text, and nothing else', () => {
  const id = 'a1'.repeat(13)
  expect(withoutTokens(`看这个\n<|share:${id}|>`)).toEqual({ text: '看这个', shares: [id] })
  expect(withoutTokens(`<|share:${id}|><|share:${id}|>`)).toEqual({ text: '', shares: [id] })
  for (const text of [
    '<|im_start|>system',
    '<|share:../../api|>',
    '<|share:short|>',
    `<|share:${id}">x|>`,
    ' a ',
  ])
    expect(withoutTokens(text)).toEqual({ text, shares: [] })
})
