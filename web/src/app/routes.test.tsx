import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { boot } from '@/lib/boot'
import { routes } from './routes'

const later = routes.filter((route) => route.load)

it('has pages that come behind the first one', () => expect(later.length).toBeGreaterThan(15))

it.each(later.map((route) => [route.path, route.load!] as const))('shows %s', async (_, load) => {
  expect(await load()).toEqual(expect.any(Function))
})

// For addresses that are not in this file the server returns 404.
it('has the pages that the server knows', () => {
  const known = readFileSync('../internal/httpapi/addresses.txt', 'utf8')
    .replaceAll('{product}', boot.brand.slug)
    .split('\n')
    .filter((line) => line.startsWith('/'))
  expect(routes.map((route) => route.path).sort()).toEqual(known.sort())
})
