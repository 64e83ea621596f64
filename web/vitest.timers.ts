import { afterAll, vi } from 'vitest'

/**
 * This file replaces setTimeout, setInterval and setImmediate. A timer still pending at the end of a test
 * file, such as the timer of a toast, then does nothing when it fires. Otherwise it would run without a
 * window, and the whole run would fail.
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
  // Waits for modules of the page that are still being loaded: they access the document when they arrive.
  await vi.dynamicImportSettled()
  over = true
})
