import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const css = (file: string) => readFileSync(`${import.meta.dirname}/../${file}`, 'utf8')

/** The declarations of the first rule with this selector. */
const rule = (sheet: string, selector: string): string => {
  const from = sheet.indexOf(`${selector} {`)
  expect(from, selector).toBeGreaterThanOrEqual(0)
  return sheet.slice(from, sheet.indexOf('}', from))
}

it('keeps the sign of work moving where the system asks for less motion', () => {
  const reduced = css('ui/ui.css').split('@media (prefers-reduced-motion: reduce)')[1]!
  expect(rule(reduced, '::after')).toMatch(/animation-iteration-count: 1 !important/)
  expect(rule(reduced, '.pulse')).toMatch(/animation-duration: [1-9][\d.]*s !important/)
  expect(rule(reduced, '.pulse')).toMatch(/animation-iteration-count: infinite !important/)
})

it('fades text out over 24 px at the header and at the composer', () => {
  const both = rule(css('ui/ui.css'), '.transcript::before,\n.transcript::after')
  expect(both).toMatch(/height: 24px/)
  expect(both).toMatch(/linear-gradient\(var\(--paper\), transparent\)/)
})

it('gives the cells of a table on a phone 7em, holds its first column and shows that there is more', () => {
  const sheet = css('features/chat/markdown/markdown.css')
  const phone = sheet.split('@media (width <= 768px)').slice(1).join('')
  expect(rule(phone, '.md .wide-table :is(th, td)')).toMatch(/min-width: 7em/)
  expect(rule(phone, '.md .wide-table :is(th, td):first-child')).toMatch(/position: sticky;\s+left: 0/)
  expect(rule(sheet, '.md .wide-table')).toMatch(/linear-gradient[\s\S]*no-repeat scroll/)
})
