import { afterAll, vi } from 'vitest'

/**
 * The timers that are still pending at the end of a test file, such as one that removes a toast, do nothing when they
 * fire. Without this, they would run without a window and make the whole run fail.
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
