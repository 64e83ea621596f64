import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { doc, FakeServer, FakeXhr, file } from '../testing/server'
import { add, drop, type Item, retry, unlock } from './engine'
import { AT_ONCE } from './slots'
import { itemsOf, useUploads } from './store'
import { FIRST_LOOK } from './watch'

let server: FakeServer
let tickets: number
const place = 'p'
const items = () => itemsOf(place)
const only = () => items()[0] as Item
const tick = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  server = new FakeServer()
  FakeXhr.install()
  tickets = 0
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = vi.fn()
  server.answers['/api/resource/genUploadInfo'] = () => ({
    code: 0,
    uploadUrl: `/up/${++tickets}`,
    resourceId: `d${tickets}`,
  })
})
afterEach(() => {
  for (const item of items()) drop(place, item.key)
  useUploads.setState({ places: {} })
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('goes from waiting over uploading and reading to ready', async () => {
  const seen: string[] = []
  const end = useUploads.subscribe(() => {
    const phase = items()[0]?.phase
    if (phase && seen.at(-1) !== phase) seen.push(phase)
  })
  expect(await add(place, [file('合同.pdf', 100)])).toEqual([])
  await tick()
  FakeXhr.last.progress(50)
  expect(only()).toMatchObject({ phase: 'uploading', progress: 0.5, kind: 'pdf' })
  FakeXhr.last.done(doc({ id: 'd1', status: 'queued', progress: 0 }))
  await tick()
  server.answers['/api/resource/check/status'] = () => ({
    data: { list: [doc({ id: 'd1', status: 'ready' })] },
  })
  await tick(FIRST_LOOK)
  expect(seen).toEqual(['waiting', 'uploading', 'parsing', 'ready'])
  expect(only()).toMatchObject({ progress: 1, doc: { id: 'd1' } })
  end()
})

it('sends at most three files at once, the others in order', async () => {
  await add(
    place,
    Array.from({ length: 5 }, (_, i) => file(`${i}.txt`)),
  )
  await tick()
  expect(FakeXhr.all).toHaveLength(AT_ONCE)
  expect(items().map((item) => item.phase)).toEqual([
    'uploading',
    'uploading',
    'uploading',
    'waiting',
    'waiting',
  ])
  FakeXhr.all[1]!.done(doc({ id: 'd2' }))
  await tick()
  expect(FakeXhr.all).toHaveLength(4)
  expect(items()[3]!.phase).toBe('uploading')
})

it('asks for one ticket after another, so that a new visitor becomes one identity', async () => {
  let answer: (v: unknown) => void = () => {}
  const first = new Promise((done) => {
    answer = done
  })
  const ticket = server.answers['/api/resource/genUploadInfo']!
  server.answers['/api/resource/genUploadInfo'] = (body) => first.then(() => ticket(body))
  await add(place, [file('a.txt'), file('b.txt')])
  await tick()
  expect(server.asked('/api/resource/genUploadInfo')).toHaveLength(1)
  answer(null)
  await tick()
  expect(server.asked('/api/resource/genUploadInfo')).toHaveLength(2)
})

it('cancels a file that is being sent, and one that waits', async () => {
  await add(
    place,
    Array.from({ length: 4 }, (_, i) => file(`${i}.txt`)),
  )
  await tick()
  drop(place, items()[3]!.key)
  drop(place, items()[0]!.key)
  expect(FakeXhr.all[0]!.aborted).toBe(true)
  await tick()
  expect(items().map((item) => item.name)).toEqual(['1.txt', '2.txt'])
  expect(FakeXhr.all).toHaveLength(3)
})

it('keeps a failed file with its sentence, and tries it again', async () => {
  await add(place, [file('a.txt')])
  await tick()
  FakeXhr.last.answer(413, { error: { code: '1', message: '文件太大，请分开上传' } })
  await tick()
  expect(only()).toMatchObject({ phase: 'failed', error: '文件太大，请分开上传' })
  void retry(place, only().key)
  await tick()
  expect(FakeXhr.all).toHaveLength(2)
  FakeXhr.last.done(doc({ status: 'stored' }))
  await tick()
  expect(only()).toMatchObject({ phase: 'stored', error: '' })
})

it('says a sentence of its own where the server says nothing', async () => {
  await add(place, [file('a.txt')])
  await tick()
  FakeXhr.last.answer(500, '')
  await tick()
  expect(only()).toMatchObject({ phase: 'failed', error: '上传失败，请重新上传' })
})

describe('a file that cannot be read', () => {
  const bring = async (errorCode: string, errorMsg: string) => {
    await add(place, [file('a.pdf')])
    await tick()
    FakeXhr.last.done(doc({ status: 'failed', errorCode, errorMsg }))
    await tick()
  }

  it('asks for its password, and goes on with it', async () => {
    await bring('20050', '需要密码')
    expect(only()).toMatchObject({ phase: 'failed', locked: true, error: '需要密码' })
    server.answers['/api/resource/asyncFileParse'] = () => ({
      data: doc({ status: 'failed', errorCode: '20051', errorMsg: '密码不对' }),
    })
    await unlock(place, only().key, 'x')
    expect(only()).toMatchObject({ locked: true, error: '密码不对' })
    server.answers['/api/resource/asyncFileParse'] = () => ({ data: doc({ status: 'ready' }) })
    await unlock(place, only().key, 'secret')
    expect(server.asked('/api/resource/asyncFileParse')).toEqual([
      { resourceId: 'd1', password: 'x' },
      { resourceId: 'd1', password: 'secret' },
    ])
    expect(only()).toMatchObject({ phase: 'ready', locked: false, error: '' })
  })

  it('is read again without being sent again', async () => {
    await bring('20058', '太复杂')
    expect(only()).toMatchObject({ phase: 'failed', locked: false, error: '太复杂' })
    server.answers['/api/resource/asyncFileParse'] = () => ({ data: doc({ status: 'ready' }) })
    await retry(place, only().key)
    expect(only().phase).toBe('ready')
    expect(FakeXhr.all).toHaveLength(1)
  })
})

it('says of a file that it was deleted elsewhere', async () => {
  await add(place, [file('a.pdf')])
  await tick()
  FakeXhr.last.done(doc({ status: 'queued' }))
  await tick()
  server.answers['/api/resource/check/status'] = () => ({ data: { list: [] } })
  await tick(FIRST_LOOK)
  expect(only()).toMatchObject({ phase: 'failed', error: '文件已被删除，请移除后重新上传' })
})

it('shows this browser’s own copy of an image, and gives it back', async () => {
  await add(place, [file('a.png', 9, 'image/png')])
  expect(only().preview).toBe('blob:x')
  drop(place, only().key)
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:x')
})
