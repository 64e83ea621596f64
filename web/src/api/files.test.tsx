import { afterEach, expect, it, vi } from 'vitest'
import { fetchFile, fileName, readRange, uploadFile, uploadOffset } from './files'

const calls: { url: string; init: RequestInit }[] = []
function answer(body: BodyInit | null, init?: ResponseInit) {
  calls.length = 0
  vi.stubGlobal('fetch', async (url: string, given: RequestInit) => {
    calls.push({ url, init: given })
    return new Response(body, init)
  })
}
afterEach(() => vi.unstubAllGlobals())

const header = (name: string) => new Headers(calls[0]!.init.headers).get(name)

it('reads the name of a file', () => {
  expect(fileName(`attachment; filename="a"; filename*=UTF-8''%E5%91%A8%20.md`)).toBe('周 .md')
  expect(fileName(`attachment; filename="a.md"; filename*=UTF-8''%E5%9`)).toBe('a.md')
  expect(fileName(`attachment; filename*=UTF-8''%E5%9`)).toBe('')
  expect(fileName('attachment; filename="wenqu.zip"')).toBe('wenqu.zip')
  expect(fileName('')).toBe('')
})

it('fetches a file with its name', async () => {
  answer('PK', { headers: { 'content-disposition': 'attachment; filename="wenqu.zip"' } })
  const file = await fetchFile('/api/data/export', {})
  expect(file.name).toBe('wenqu.zip')
  expect(await file.bytes.text()).toBe('PK')
})

it('sends a file as its bytes', async () => {
  answer('{"code":0}')
  const file = new File(['abc'], 'a.json')
  await uploadFile('/api/data/import/preview', file)
  expect(calls[0]!.init.body).toBe(file)
  expect(header('content-type')).toBe('application/octet-stream')
})

it('reads a stretch of a file, also from a server that knows none', async () => {
  answer('bcd', { status: 206, headers: { 'content-range': 'bytes 1-3/9' } })
  expect((await readRange('/api/resource/content/d', 1, 3)).total).toBe(9)
  expect(header('range')).toBe('bytes=1-3')
  answer('abcdefghi')
  const { bytes, total } = await readRange('/api/resource/content/d', 1, 3)
  expect([bytes.length, total]).toEqual([9, 9])
})

it('asks where an upload goes on', async () => {
  const signal = new AbortController().signal
  answer(null, { headers: { 'upload-offset': '4096' } })
  expect(await uploadOffset('/api/resource/upload/t', signal)).toBe(4096)
  answer(null, { headers: { 'upload-offset': '-1' } })
  expect(await uploadOffset('/api/resource/upload/t', signal)).toBe(0)
})
