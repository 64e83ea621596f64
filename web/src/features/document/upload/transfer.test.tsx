import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { doc, FakeServer, FakeXhr, file } from '../testing/server'
import { STALL } from './put'
import { MAX_MISSES, transfer } from './transfer'

let server: FakeServer
let shares: number[]
let losses: boolean[]
let controller: AbortController

beforeEach(() => {
  vi.useFakeTimers()
  server = new FakeServer()
  FakeXhr.install()
  let tickets = 0
  server.answers['/api/resource/genUploadInfo'] = () => ({
    code: 0,
    uploadUrl: `/api/resource/upload/t${++tickets}`,
    resourceId: 'd1',
  })
  server.answers['/api/resource/check/status'] = () => ({ code: 0, data: { list: [] } })
  shares = []
  losses = []
  controller = new AbortController()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const begin = async (f = file('a.pdf', 100)) => {
  const result = transfer(f, {
    signal: controller.signal,
    onProgress: (share) => shares.push(share),
    onLost: (lost) => losses.push(lost),
  })
  result.catch(() => {})
  await vi.advanceTimersByTimeAsync(0)
  return { result }
}
/** Makes the fake server report that it has received `offset` bytes of the upload. */
const has = (ticket: string, offset: number) => {
  server.answers[`/api/resource/upload/${ticket}`] = () =>
    new Response('{}', { headers: { 'Upload-Offset': String(offset) } })
}

it('sends the whole file in one request and tells how far it is', async () => {
  const { result } = await begin()
  expect(server.asked('/api/resource/genUploadInfo')).toEqual([
    { fileName: 'a.pdf', docFrom: 'localDoc', size: 100 },
  ])
  expect(FakeXhr.last).toMatchObject({ method: 'PUT', url: '/api/resource/upload/t1' })
  expect(FakeXhr.last.headers).not.toHaveProperty('Upload-Offset')
  FakeXhr.last.progress(25)
  FakeXhr.last.progress(100)
  FakeXhr.last.done(doc())
  expect((await result).id).toBe('d1')
  expect(shares).toEqual([0.25, 1])
  expect(FakeXhr.all).toHaveLength(1)
})

it('goes on after a lost connection where the server’s bytes end', async () => {
  const { result } = await begin()
  FakeXhr.last.progress(60)
  FakeXhr.last.lose()
  has('t1', 40)
  await vi.advanceTimersByTimeAsync(1000)
  expect(losses.at(-1)).toBe(true)
  expect(FakeXhr.all).toHaveLength(2)
  expect(FakeXhr.last.headers['Upload-Offset']).toBe('40')
  FakeXhr.last.progress(10)
  expect(shares.at(-1)).toBe(0.5)
  expect(losses.at(-1)).toBe(false)
  FakeXhr.last.done(doc())
  await expect(result).resolves.toMatchObject({ id: 'd1' })
})

it('waits for the network, however long it is away', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await begin()
  FakeXhr.last.lose()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(FakeXhr.all).toHaveLength(1)
  online.mockReturnValue(true)
  has('t1', 0)
  globalThis.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(FakeXhr.all).toHaveLength(2)
})

it('counts a connection without progress as lost', async () => {
  await begin()
  has('t1', 0)
  FakeXhr.last.progress(1)
  await vi.advanceTimersByTimeAsync(STALL - 1)
  expect(FakeXhr.last.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(FakeXhr.all[0]!.aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(1000)
  expect(FakeXhr.all).toHaveLength(2)
})

it('gives up when connections are lost again and again without a byte', async () => {
  const { result } = await begin()
  has('t1', 0)
  for (let i = 0; i <= MAX_MISSES; i++) {
    FakeXhr.last.lose()
    await vi.advanceTimersByTimeAsync(20_000)
  }
  await expect(result).rejects.toMatchObject({ status: 0 })
  expect(FakeXhr.all).toHaveLength(MAX_MISSES + 1)
})

it('takes a new ticket when the old one has expired, once', async () => {
  const { result } = await begin()
  FakeXhr.last.answer(410, { error: { code: '20041', message: '上传地址已过期' } })
  await vi.advanceTimersByTimeAsync(0)
  expect(FakeXhr.last.url).toBe('/api/resource/upload/t2')
  FakeXhr.last.answer(410, { error: { code: '20041', message: '上传地址已过期' } })
  await expect(result).rejects.toMatchObject({ status: 410, message: '上传地址已过期' })
})

it('sees that a file has arrived whose last answer was lost', async () => {
  const { result } = await begin()
  server.answers['/api/resource/check/status'] = () => ({ code: 0, data: { list: [doc()] } })
  FakeXhr.last.answer(404, {})
  await expect(result).resolves.toMatchObject({ id: 'd1' })
  expect(FakeXhr.all).toHaveLength(1)
})

it('tries nothing again that the server refuses', async () => {
  const { result } = await begin()
  FakeXhr.last.answer(413, { error: { code: '20042', message: '文件太大' } })
  await expect(result).rejects.toMatchObject({ status: 413, message: '文件太大' })
  expect(FakeXhr.all).toHaveLength(1)
})

it('reads a proxy’s page as a failure', async () => {
  const { result } = await begin()
  FakeXhr.last.answer(500, '<html>')
  await expect(result).rejects.toMatchObject({ status: 500 })
})

it.each(['while it sends', 'while it waits'])('ends at once when it is cancelled %s', async (when) => {
  const { result } = await begin()
  if (when === 'while it waits') FakeXhr.last.lose()
  controller.abort()
  await expect(result).rejects.toMatchObject({ name: 'AbortError' })
  expect(FakeXhr.last.aborted).toBe(when === 'while it sends')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(FakeXhr.all).toHaveLength(1)
})
