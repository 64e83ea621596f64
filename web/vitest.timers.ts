import { afterAll, vi } from 'vitest'

/**
 * Cancels the timers that are still pending at the end of a test file, such as one that removes a toast. They would run
 * without a window and make the whole run fail.
 */
type Start = (run: (...args: unknown[]) => void, ...rest: unknown[]) => unknown

let over = false

const within = (start: Start): Start => {
  return (run, ...rest) =>
    start(
      (...args) => {
        if (!over) run(...args)
      },
      ...rest,
    )
}

globalThis.setTimeout = within(setTimeout as unknown as Start) as typeof setTimeout
globalThis.setInterval = within(setInterval as unknown as Start) as typeof setInterval
globalThis.setImmediate = within(setImmediate as unknown as Start) as typeof setImmediate

afterAll(async () => {
  // A module of the page that is still being loaded accesses the document when it arrives.
  await vi.dynamicImportSettled()
  over = true
})
