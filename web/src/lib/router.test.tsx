import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type FailedProps,
  goBack,
  Link,
  lazyRoute,
  loadHere,
  matchPath,
  navigate,
  Router,
  useParams,
  useSearch,
} from './router'

describe('matchPath', () => {
  it.each([
    ['/', '/', {}],
    ['/mine', '/mine', {}],
    ['/mine', '/mine/', {}],
    ['/mine', '/mine/more', null],
    ['/mine', '/', null],
    ['/mine', '/min%65', {}],
    ['/admin/:tab?', '/admin', {}],
    ['/admin/:tab?', '/admin/users', { tab: 'users' }],
    ['/chat/:agentId?/:chatId?', '/chat/a/b%2Fc', { agentId: 'a', chatId: 'b/c' }],
    ['/chat/:agentId?/:chatId?', '/chat/a/b/c', null],
    ['/admin/:tab?', '/admin/%E0%A4%A', { tab: '%E0%A4%A' }],
    ['/x/:id', '/x', null],
  ])('%s of %s', (pattern, path, params) => {
    expect(matchPath(pattern, path)).toEqual(params)
  })
})

const frame = (page: React.ReactNode) => <main>{page}</main>
const NotFound = () => <p>不存在</p>
const Failed = ({ error, retry }: FailedProps) => (
  <button type="button" onClick={retry}>
    {String(error)}
  </button>
)

let arrive: (page: { Later: () => React.ReactNode }) => void
const fetchLater = vi.fn(() => new Promise<{ Later: () => React.ReactNode }>((done) => (arrive = done)))
let broken = true

function Counter() {
  const [n, setN] = useState(0)
  return (
    <button type="button" onClick={() => setN(n + 1)}>
      数 {n} {useParams().id} {useSearch().q}
    </button>
  )
}

const Home = () => <p>首页</p>
const Later = () => <p>后来</p>

function Broken() {
  if (broken) throw new Error('坏了')
  return <p>好了</p>
}

/** New routes for each test, because a loaded page stays loaded. */
const routes = () => [
  { path: '/', Page: Home },
  { path: '/n/:id?', Page: Counter },
  { path: '/broken', Page: Broken },
  lazyRoute('/later', 'Later', fetchLater),
]

/**
 * Calls `navigate` without awaiting its promise. The promise resolves when the page is rendered, and nothing
 * is rendered before the function passed to `act` ends.
 */
const go = (...to: Parameters<typeof navigate>) =>
  act(async () => {
    void navigate(...to)
  })

async function open(at: string, more?: React.ReactNode) {
  history.replaceState(null, '', at)
  const rows = routes()
  await act(async () => {
    render(
      <Router
        routes={rows}
        frame={(page) => (
          <>
            {more}
            {frame(page)}
          </>
        )}
        NotFound={NotFound}
        Failed={Failed}
      />,
    )
  })
}

beforeEach(() => {
  fetchLater.mockClear()
  broken = true
})
afterEach(() => history.replaceState(null, '', '/'))

it('keeps a page whose address alone changes, with its path and query', async () => {
  await open('/n/a?q=1')
  fireEvent.click(screen.getByRole('button', { name: '数 0 a 1' }))
  await go('/n/b?q=2')
  expect(screen.getByRole('button', { name: '数 1 b 2' })).toBeTruthy()
})

it('goes back to the page that was left, and up where there is none', async () => {
  await open('/n/a')
  await act(async () => goBack('/'))
  expect(location.pathname).toBe('/')
  await go('/n/b')
  await go('/n/c?q=2', { replace: true })
  const left = new Promise((done) => addEventListener('popstate', done, { once: true }))
  await act(async () => {
    goBack('/n/up')
    await left
  })
  expect(location.pathname).toBe('/')
})

it('keeps the old page until the code of the next one is there', async () => {
  await open('/')
  let shown = false
  await act(async () => {
    void navigate('/later').then(() => {
      shown = true
    })
  })
  expect(location.pathname).toBe('/later')
  expect(screen.getByText('首页')).toBeTruthy()
  expect(shown).toBe(false)
  await act(async () => arrive({ Later }))
  expect(screen.getByText('后来')).toBeTruthy()
  expect(shown).toBe(true)
})

it('goes back and forth', async () => {
  await open('/')
  await go('/n/1')
  await go('/n/2', { replace: true })
  const back = new Promise((done) => addEventListener('popstate', done, { once: true }))
  await act(async () => {
    history.back()
    await back
  })
  expect(screen.getByText('首页')).toBeTruthy()
})

it('tells an address that leads nowhere, and leaves the site for nobody', async () => {
  await open('/nowhere')
  expect(screen.getByText('不存在')).toBeTruthy()
  await go('https://evil.example/n/1')
  expect(screen.getByText('首页')).toBeTruthy()
  await go('/\t/evil.example')
  expect(location.origin).toBe('http://localhost:3000')
  expect(location.pathname).toBe('/')
})

it('replaces a page that fails alone, and tries again', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  await open('/broken', <p>侧栏</p>)
  expect(screen.getByText('侧栏')).toBeTruthy()
  const again = screen.getByRole('button', { name: 'Error: 坏了' })
  broken = false
  fireEvent.click(again)
  expect(screen.getByText('好了')).toBeTruthy()
  broken = true
  await go('/n/1')
  expect(screen.getByRole('button', { name: '数 0 1' })).toBeTruthy()
  quiet.mockRestore()
})

describe('a link', () => {
  it('shows the page here, except where a new tab is asked for', async () => {
    await open('/', <Link to="/n/7?q=x">七</Link>)
    const link = screen.getByRole('link')
    expect(link.getAttribute('href')).toBe('/n/7?q=x')
    const stay = (e: Event) => e.preventDefault() // jsdom cannot follow a link
    addEventListener('click', stay)
    fireEvent.click(link, { ctrlKey: true })
    removeEventListener('click', stay)
    expect(location.pathname).toBe('/')
    await act(async () => {
      fireEvent.click(link)
    })
    expect(screen.getByRole('button', { name: '数 0 7 x' })).toBeTruthy()
  })

  it('is marked as the current one on its page and below it', async () => {
    await open('/n/1', [
      <Link key="1" to="/n" activeClassName="on">
        数
      </Link>,
      <Link key="2" to="/" activeClassName="on">
        家
      </Link>,
    ])
    expect(screen.getByRole('link', { name: '数' }).getAttribute('aria-current')).toBe('page')
    expect(screen.getByRole('link', { name: '数' }).className).toBe('on')
    expect(screen.getByRole('link', { name: '家' }).getAttribute('aria-current')).toBeNull()
  })

  it('fetches the page when it gets the focus, once, and again after a failure', async () => {
    await open('/', <Link to="/later">后来</Link>)
    const link = screen.getByRole('link')
    fetchLater.mockRejectedValueOnce(new TypeError('import'))
    await act(async () => fireEvent.focus(link))
    await act(async () => fireEvent.focus(link))
    await act(async () => fireEvent.focus(link))
    expect(fetchLater).toHaveBeenCalledTimes(2)
  })
})

describe('loadHere', () => {
  afterEach(() => vi.useRealTimers())

  const route = (load: () => Promise<unknown>) => [{ path: location.pathname, Page: NotFound, load }]

  it('waits for the code of the page', async () => {
    let loaded = false
    await loadHere(route(() => Promise.resolve().then(() => (loaded = true))))
    expect(loaded).toBe(true)
  })

  it('waits two seconds at most, and does not reject', async () => {
    vi.useFakeTimers()
    const done = vi.fn()
    void loadHere(route(() => new Promise(() => {}))).then(done)
    await vi.advanceTimersByTimeAsync(1999)
    expect(done).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(done).toHaveBeenCalled()
    await loadHere(route(() => Promise.reject(new Error('gone'))))
  })
})
