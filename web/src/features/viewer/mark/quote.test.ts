import { expect, it, vi } from 'vitest'
import { foldText } from '../text/fold'
import { findQuote } from './quote'

const file = (...texts: string[]) => {
  const textOf = vi.fn(async (place: number) => foldText(texts[place - 1]!))
  const found = async (place: number, quote: string, reach?: number) =>
    [...(await findQuote(textOf, texts.length, place, quote, {}, reach))].map(
      ([at, spans]) => [at, spans.map((s) => foldText(texts[at - 1]!).slice(s.start, s.end))] as const,
    )
  return { textOf, found }
}

it('reads only the page where the quote is', async () => {
  const { textOf, found } = file('第一页', '源头活水', '第三页')
  expect(await found(2, '源头 活水')).toEqual([[2, ['源头活水']]])
  expect(textOf).toHaveBeenCalledTimes(1)
})

it('marks a quote on both pages that it stands on', async () => {
  const { found } = file('甲乙丙丁为有源头', '活水来戊己庚辛', '尾')
  const want = [
    [1, ['为有源头']],
    [2, ['活水来']],
  ]
  expect(await found(1, '为有源头活水来')).toEqual(want)
  expect(await found(2, '为有源头活水来')).toEqual(want)
})

it('looks at the neighbours, and not beyond them', async () => {
  const pages = ['甲', '乙', '丙', '源头活水来得远', '戊']
  expect(await file(...pages).found(2, '源头活水来得远')).toEqual([[4, ['源头活水来得远']]])
  expect(await file(...pages).found(1, '源头活水来得远')).toEqual([])
  expect(await file(...pages).found(1, '源头活水来得远', Number.POSITIVE_INFINITY)).toEqual([
    [4, ['源头活水来得远']],
  ])
})

it('prefers the whole quote on the next page to pieces on this one', async () => {
  const quote = '半亩方塘一鉴开天光云影共徘徊'
  const { found } = file(`${quote.slice(0, 9)}云云`, quote)
  expect(await found(1, quote)).toEqual([[2, [quote]]])
})

it('takes pieces around a footer', async () => {
  const quote = '半亩方塘一鉴开天光云影共徘徊问渠那得清如许为有源头活水来'
  const { found } = file(`前${quote.slice(0, 14)}第1页`, `第2页${quote.slice(14)}后`)
  const parts = await found(1, quote)
  expect(parts.map(([place]) => place)).toEqual([1, 2])
  expect(parts.flatMap(([, words]) => words).join('')).toBe(quote)
})

it('finds nothing in a file without words', async () => {
  expect(await file('', '').found(1, '源头活水')).toEqual([])
})
