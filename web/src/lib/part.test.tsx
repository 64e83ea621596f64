import { act, render, screen } from '@testing-library/react'
import { Component, type ReactNode, Suspense } from 'react'
import { expect, it, vi } from 'vitest'
import { page, part } from './part'

const Hello = ({ name }: { name: string }) => <p>你好，{name}</p>

it('is rendered at once when it is loaded', async () => {
  const load = vi.fn(async () => ({ default: Hello }))
  for (const make of [part, page]) {
    const Part = make(load)
    await Part.load()
    const { unmount } = render(
      <Suspense fallback="等待">
        <Part name="问渠" />
      </Suspense>,
    )
    expect(screen.getByText('你好，问渠')).toBeTruthy()
    unmount()
  }
  expect(load).toHaveBeenCalledTimes(2)
})

it('waits without a Suspense until it is loaded', async () => {
  let arrive: (m: { default: typeof Hello }) => void = () => {}
  const Part = part(
    () => new Promise<{ default: typeof Hello }>((done) => (arrive = done)),
    ({ name }) => <p>等{name}</p>,
  )
  render(<Part name="问渠" />)
  expect(screen.getByText('等问渠')).toBeTruthy()
  await act(async () => arrive({ default: Hello }))
  expect(screen.getByText('你好，问渠')).toBeTruthy()
  expect(screen.queryByText('等问渠')).toBeNull()
})

class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override render() {
    return this.state.error ? <p>坏了</p> : this.props.children
  }
}

it('shows a failure to the error boundary, and the next attempt loads again', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi.fn(async () => ({ default: Hello }))
  const failure = new TypeError('import')
  load.mockRejectedValueOnce(failure).mockRejectedValueOnce(failure)
  const Part = part(load)
  const { unmount } = render(
    <Boundary>
      <Part name="问渠" />
    </Boundary>,
  )
  expect(await screen.findByText('坏了')).toBeTruthy()
  unmount()
  render(
    <Boundary>
      <Part name="问渠" />
    </Boundary>,
  )
  expect(await screen.findByText('你好，问渠')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(3)
  quiet.mockRestore()
})
