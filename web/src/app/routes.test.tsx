import { expect, it } from 'vitest'
import { routes } from './routes'

const later = routes.filter((route) => route.load)

it('has pages that come behind the first one', () => expect(later.length).toBeGreaterThan(15))

// React refuses a lazy component that leads to another lazy one.
it.each(later.map((route) => [route.path, route.load!] as const))('shows %s', async (_, load) => {
  expect(await load()).toEqual({ default: expect.any(Function) })
})
