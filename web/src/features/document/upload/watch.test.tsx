import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { doc, FakeServer } from '../testing/server'
import type { DocView } from '../types'
import { FIRST_LOOK, LONGEST_LOOK, watch } from './watch'

let server: FakeServer
let docs: DocView[]
const ends: (() => void)[] = []
const follow = (id: string, seen: (DocView | null)[] = []) => {
  ends.push(watch(id, (d) => seen.push(d)))
  return seen
}
const looks = () => server.asked('/api/resource/check/status')

beforeEach(() => {
  vi.useFakeTimers()
  server = new FakeServer()
  docs = [doc({ id: 'a', status: 'parsing', progress: 0.1 }), doc({ id: 'b', status: 'queued', progress: 0 })]
  server.answers['/api/resource/check/status'] = ({ resourceIds }) => ({
    code: 0,
    data: { list: docs.filter((d) => (resourceIds as string[]).includes(d.id)) },
  })
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('asks for all files at once and tells of changes only', async () => {
  const a = follow('a')
  const b = follow('b')
  await vi.advanceTimersByTimeAsync(FIRST_LOOK)
  expect(looks()).toEqual([{ resourceIds: ['a', 'b'] }])
  await vi.advanceTimersByTimeAsync(FIRST_LOOK * 1.5)
  expect(a).toHaveLength(1)
  docs[0] = doc({ id: 'a', status: 'ready' })
  await vi.advanceTimersByTimeAsync(LONGEST_LOOK)
  expect(a.at(-1)?.status).toBe('ready')
  expect(b).toHaveLength(1)
})

it('asks for every file, however many there are and even if the first ones take long', async () => {
  docs = Array.from({ length: 201 }, (_, i) => doc({ id: `d${i}`, status: 'queued' }))
  for (const { id } of docs.slice(0, 200)) follow(id)
  const seen = follow('d200')
  await vi.advanceTimersByTimeAsync(FIRST_LOOK)
  expect(seen).toHaveLength(1)
  expect(looks().map((body) => (body.resourceIds as string[]).length)).toEqual([200, 1])
})

it('asks once when all files are gone', async () => {
  server.answers['/api/resource/check/status'] = () => 404
  const [a, b] = [follow('a'), follow('b')]
  await vi.advanceTimersByTimeAsync(FIRST_LOOK)
  expect([a, b]).toEqual([[null], [null]])
  expect(looks()).toHaveLength(1)
})

it('stops when nothing is left to follow', async () => {
  docs = [doc({ id: 'a', status: 'failed' })]
  follow('a')
  await vi.advanceTimersByTimeAsync(FIRST_LOOK)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(looks()).toHaveLength(1)
})

it('looks ever more rarely while nothing happens, and often again when something does', async () => {
  follow('a')
  await vi.advanceTimersByTimeAsync(60_000)
  const slow = looks().length
  expect(slow).toBeLessThan(14)
  docs[0] = doc({ id: 'a', status: 'parsing', progress: 0.5 })
  await vi.advanceTimersByTimeAsync(LONGEST_LOOK + 5000)
  expect(looks().length - slow).toBeGreaterThan(3)
})

it('tells that a file is gone', async () => {
  docs = []
  const seen = follow('a')
  await vi.advanceTimersByTimeAsync(FIRST_LOOK)
  expect(seen).toEqual([null])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(looks()).toHaveLength(1)
})

it('goes on after a failed look', async () => {
  const answer = server.answers['/api/resource/check/status']!
  server.answers['/api/resource/check/status'] = () => 503
  const seen = follow('a')
  await vi.advanceTimersByTimeAsync(FIRST_LOOK)
  server.answers['/api/resource/check/status'] = answer
  await vi.advanceTimersByTimeAsync(LONGEST_LOOK)
  expect(seen).toHaveLength(1)
})

it('asks nothing while nobody sees the page, and at once when somebody does', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  follow('a')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(looks()).toHaveLength(0)
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(looks()).toHaveLength(1)
})

it('ends with its last listener', async () => {
  const end = watch('a', () => {})
  end()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(looks()).toHaveLength(0)
})
