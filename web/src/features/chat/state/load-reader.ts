let reader: Promise<typeof import('./reader')> | undefined

/**
 * The code that reads answers and history. It rejects where it cannot be
 * fetched, and the next call fetches it again.
 */
export function loadReader(): Promise<typeof import('./reader')> {
  reader ??= import('./reader').catch((err) => {
    reader = undefined
    throw err
  })
  return reader
}
