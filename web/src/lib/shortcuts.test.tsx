import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { keysOf, matchShortcut, useShortcut } from './shortcuts'

const press = (init: KeyboardEventInit & { keyCode?: number }, target: EventTarget = document.body) => {
  const e = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })
  target.dispatchEvent(e)
  return e
}

it.each([
  [{ key: 'k', ctrlKey: true }, 'search'],
  [{ key: 'k', metaKey: true }, 'search'],
  [{ key: 'K', ctrlKey: true, shiftKey: true }, null],
  [{ key: 'O', ctrlKey: true, shiftKey: true }, 'newChat'],
  [{ key: 'o', ctrlKey: true }, null],
  [{ key: '/' }, 'focusComposer'],
  [{ key: '?', shiftKey: true }, 'help'],
  [{ key: 'Escape' }, 'escape'],
  [{ key: 'Escape', isComposing: true }, null],
  [{ key: 'k', ctrlKey: true, keyCode: 229 }, null],
])('%j is %s', (init, want) => {
  const e = new KeyboardEvent('keydown', init)
  expect(matchShortcut(e)).toBe(want)
})

it('lets / and ? be typed in a field', () => {
  const field = document.body.appendChild(document.createElement('textarea'))
  const handler = vi.fn()
  renderHook(() => useShortcut('focusComposer', handler))
  expect(press({ key: '/' }, field).defaultPrevented).toBe(false)
  expect(handler).not.toHaveBeenCalled()
  expect(press({ key: '/' }).defaultPrevented).toBe(true)
  expect(handler).toHaveBeenCalledOnce()
  field.remove()
})

it('asks the newest handler first, and the next when it declines', () => {
  const calls: string[] = []
  renderHook(() => useShortcut('escape', () => calls.push('page')))
  const inner = renderHook(() =>
    useShortcut('escape', () => {
      calls.push('drawer')
      return calls.length > 1 ? false : undefined
    }),
  )
  press({ key: 'Escape' })
  press({ key: 'Escape' })
  inner.unmount()
  press({ key: 'Escape' })
  expect(calls).toEqual(['drawer', 'drawer', 'page', 'page'])
})

it('stays off while a dialog is open', () => {
  const dialog = document.body.appendChild(document.createElement('div'))
  dialog.setAttribute('role', 'dialog')
  dialog.dataset.state = 'open'
  const handler = vi.fn()
  renderHook(() => useShortcut('help', handler))
  press({ key: '?' })
  expect(handler).not.toHaveBeenCalled()
  dialog.remove()
})

it('writes the keys of the machine', () => {
  expect(keysOf('newChat', true)).toEqual(['⌘', '⇧', 'O'])
  expect(keysOf('newChat', false)).toEqual(['Ctrl', 'Shift', 'O'])
})
