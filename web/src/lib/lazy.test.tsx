import { waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { persistent } from './lazy'

afterEach(() => vi.restoreAllMocks())

const failure = new TypeError('Failed to fetch dynamically imported module')

test('code that could not be fetched offline is fetched when the browser is online again', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(failure).mockRejectedValueOnce(failure)
  load.mockResolvedValue('code')
  const loading = persistent(load)
  for (const calls of [1, 2]) {
    await waitFor(() => expect(load).toHaveBeenCalledTimes(calls))
    await Promise.resolve() // the failure reaches the loader, which then waits
    window.dispatchEvent(new Event('online'))
  }
  online.mockReturnValue(true)
  expect(await loading).toBe('code')
  expect(load).toHaveBeenCalledTimes(3)
})

test('code that cannot be fetched online is fetched once more, and then the error is shown', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(failure)
  await expect(persistent(load)).rejects.toBe(failure)
  expect(load).toHaveBeenCalledTimes(2)
})
