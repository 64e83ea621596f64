import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { boot } from '@/lib/boot'
import modules from './modules.gen.json'
import { routes } from './routes'

const later = routes.filter((route) => route.load)

it('has pages that come behind the first one', () => expect(later.length).toBeGreaterThan(15))

it.each(later.map((route) => [route.path, route.load!] as const))('shows %s', async (_, load) => {
  expect(await load()).toEqual(expect.any(Function))
})

// Without a row in modules.gen.json, the browser fetches the code of a page only after the code of the app has run.
it('has a row of modules for every page', () =>
  expect(Object.keys(modules).map((path) => path.replace('{product}', boot.brand.slug))).toEqual([
    '*',
    ...routes.map((route) => route.path),
  ]))

it.each(Object.values(modules).flat())('has the module %s', (path) =>
  expect(existsSync(path.replace('*', 'zh-CN').split('?')[0]!)).toBe(true),
)

// If the address of a page is not in addresses.txt, the server answers with status 404.
it('has the pages that the server knows', () => {
  const known = readFileSync('../internal/httpapi/addresses.txt', 'utf8')
    .replaceAll('{product}', boot.brand.slug)
    .split('\n')
    .filter((line) => line.startsWith('/'))
  expect(routes.map((route) => route.path).sort()).toEqual(known.sort())
})
