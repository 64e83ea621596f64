let reader: Promise<typeof import('./reader')> | undefined

/**
 * Loads the code that reads answers and history. If loading fails, the promise rejects, and the next call
 * tries again.
 */
export function loadReader(): Promise<typeof import('./reader')> {
  reader ??= import('./reader').catch((err) => {
    reader = undefined
    throw err
  })
  return reader
}
