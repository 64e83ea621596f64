import { fireEvent, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Menu } from './menu'

vi.mock('./menu-popup', () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))

class Boundary extends Component<{ children: ReactNode }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    return this.state.failed ? <p role="alert" /> : this.props.children
  }
}

const unhandled = vi.fn()
process.on('unhandledRejection', unhandled)
afterEach(() => {
  process.off('unhandledRejection', unhandled)
  vi.restoreAllMocks()
})

it('keeps quiet when a preload fails, and shows the error when the menu is opened', async () => {
  vi.spyOn(console, 'error').mockReturnValue() // React also logs the error that the boundary catches
  render(
    <Boundary>
      <Menu label="菜单" entries={[]} trigger={(props) => <button type="button" {...props} />} />
    </Boundary>,
  )
  const button = screen.getByRole('button')
  fireEvent.pointerEnter(button)
  fireEvent.focus(button)
  await expect(import('./menu-popup')).rejects.toThrow()
  await new Promise((resolve) => setTimeout(resolve)) // Node reports rejections after the microtasks
  expect(unhandled).not.toHaveBeenCalled()
  fireEvent.click(button)
  expect(await screen.findByRole('alert')).toBeTruthy()
})
