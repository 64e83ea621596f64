import { afterAll, vi } from 'vitest'

/**
 * What a page still has to do when the tests of a file are over, such as taking a
 * message away, would find no window any more, and fail the whole run: it is not
 * done.
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
  // A part of the page that is being loaded looks for the document when it has come.
  await vi.dynamicImportSettled()
  over = true
})
