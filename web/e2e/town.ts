// Fixtures: servers with replacements for the text message gateway, WeChat, QQ and the OpenID provider.
import { Town } from './people'
import { provider } from './server'
import { test as base, modelAt } from './wenqu'

export const test = base.extend<object, { town: Town; guarded: Town }>({
  town: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const town = await Town.build()
      await use(town)
      await town.end()
    },
    { scope: 'worker' },
  ],
  // This server requires a captcha before it sends a code, and a login before a question.
  guarded: [
    // biome-ignore lint/correctness/noEmptyPattern: see above.
    async ({}, use) => {
      const model = await provider()
      const town = await Town.build({ ...modelAt(model), WENQU_CAPTCHA: 'on', WENQU_ANON_ASK: 'off' })
      await use(town)
      await town.end()
      await model.kill()
    },
    { scope: 'worker' },
  ],
})

let numbers = 0
/** A phone number of mainland China that has not received any code. */
export const fresh = () =>
  `138${String(process.pid % 10_000).padStart(4, '0')}${String(++numbers).padStart(4, '0')}`

export { expect } from './wenqu'
