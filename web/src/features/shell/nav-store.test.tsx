import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

it('folds the sidebar of a page with a file and a panel when the window becomes narrow', async () => {
  const narrow = Object.assign(new EventTarget(), { matches: false })
  vi.stubGlobal('matchMedia', (query: string) =>
    query.includes('1279') ? narrow : Object.assign(new EventTarget(), { matches: false }),
  )
  const { useNav, useRoom } = await import('./nav-store')
  const open = () => useNav.getState().nav.open
  expect(open()).toBe(true)
  const page = renderHook(() => useRoom())
  expect(open()).toBe(true)
  const resize = (matches: boolean) =>
    act(() => {
      narrow.matches = matches
      narrow.dispatchEvent(new Event('change'))
    })
  resize(true)
  expect(open()).toBe(false)
  resize(false)
  expect(open()).toBe(true)
  resize(true)
  page.unmount()
  expect(open()).toBe(true)
})
