import { expect, it } from 'vitest'
import { type Tokens, themeVariables } from './colours'
import { sized } from './draw'

it.each([
  ['<svg id="a" width="100%" style="max-width: 210px;" viewBox="-8 -8 209.5 88"><g/></svg>', 210, 88],
  ['<svg viewBox="0 0 300 20" height="20" width="300"><rect width="5"/></svg>', 300, 20],
])('gives %s its own size', (svg, width, height) => {
  const drawn = sized(svg)
  expect(drawn).toMatchObject({ width, height })
  expect(drawn.svg).toMatch(new RegExp(`^<svg[^>]* width="${width}" height="${height}">`))
  expect(drawn.svg.match(/<svg[^>]*>/)?.[0]).not.toMatch(/100%|style=/)
})

it.each(['<svg width="100%"></svg>', 'x', '<svg viewBox="0 0 0 0"></svg>'])('%s is no drawing', (svg) =>
  expect(() => sized(svg)).toThrow(),
)

it('takes every colour from the page', () => {
  const page = new Proxy({} as Tokens, { get: (_, name) => `page:${String(name)}` })
  const walk = (value: unknown): string[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(walk) : [String(value)]
  const other = { fontFamily: 'f', fontSize: '14px', pieOpacity: '1', darkMode: 'true' }
  for (const value of walk(themeVariables(page, true, 'f')))
    expect(value.startsWith('page:') || Object.values(other).includes(value), value).toBe(true)
})
