import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NEW_DRAFT } from '@/lib/draft-id'
import { storage } from '@/lib/storage'
import { doc, FakeServer, FakeXhr, file } from '../testing/server'
import type { DocView } from '../types'
import { itemsOf, useUploads } from '../upload/store'

vi.mock('@/ui/toast')

let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
  FakeXhr.install()
  storage.remove('files')
  server.answers['/api/resource/genUploadInfo'] = () => ({ uploadUrl: '/up', resourceId: 'd1' })
  server.answers['/api/resource/check/status'] = ({ resourceIds }) => ({
    data: { list: (resourceIds as string[]).map((id) => doc({ id })) },
  })
})
afterEach(() => {
  useUploads.setState({ places: {} })
  vi.unstubAllGlobals()
})

/** Imports the modules again, as on a newly loaded page. */
const fresh = async () => {
  vi.resetModules()
  return {
    ...(await import('./attachments')),
    ...(await import('../upload/store')),
  }
}
/** Waits until pending promises are settled. */
const settle = () => new Promise((done) => setTimeout(done, 0))

const bring = async (m: Awaited<ReturnType<typeof fresh>>, view: DocView, draft = 'c1') => {
  await m.attach(draft, [file(view.fileName, view.size)])
  await settle()
  FakeXhr.last.done(view)
  await settle()
}

it('blocks sending while a file is on its way and when one has failed, and says why', async () => {
  const m = await fresh()
  expect(m.attached('c1')).toEqual({ count: 0, blocked: '', placeholder: '' })
  await m.attach('c1', [file('合同.pdf')])
  expect(m.attached('c1')).toMatchObject({ count: 1, blocked: '文件还在上传，传完就能发送' })
  expect(m.attached('c1')).toBe(m.attached('c1'))
  await settle()
  FakeXhr.last.done(doc({ status: 'parsing', progress: 0.1 }))
  await settle()
  // The server waits until the file is parsed, so the question can be sent.
  expect(m.attached('c1')).toMatchObject({ blocked: '', placeholder: '总结这份文件' })
})

it('names a file that failed', async () => {
  const m = await fresh()
  await bring(m, doc({ status: 'failed', errorCode: '20050', errorMsg: '需要密码' }))
  expect(m.attached('c1').blocked).toBe('「合同.pdf」需要密码，输入或移除后再发送')
})

it('sends what has arrived as the wire wants it, and leaves the draft empty', async () => {
  const m = await fresh()
  await bring(
    m,
    doc({ type: 'image', docType: 'png', fileName: '图.png', width: 4, height: 3, status: 'stored' }),
  )
  const taken = m.take('c1')
  expect(taken.files).toEqual([
    {
      id: 'd1',
      type: 'image',
      docType: 'png',
      fileName: '图.png',
      url: '/api/resource/content/d1',
      size: 2048,
      width: 4,
      height: 3,
    },
  ])
  expect(m.attached('c1').count).toBe(0)
  expect(storage.get('files')).toBeNull()
})

it('gives the files back when the question is refused', async () => {
  const m = await fresh()
  await bring(m, doc())
  const taken = m.take('c1')
  m.restoreFiles('c1', taken)
  expect(m.itemsOf('c1').map((item) => item.name)).toEqual(['合同.pdf'])
  expect(m.take('c1').files).toHaveLength(1)
})

it('brings files back after a reload, without those deleted meanwhile', async () => {
  const before = await fresh()
  await bring(before, doc({ id: 'd1' }))
  await bring(before, doc({ id: 'd2', fileName: '旧.txt' }))
  await before.attach('c1', [file('路上.txt')])
  const after = await fresh()
  server.answers['/api/resource/check/status'] = () => ({
    data: { list: [doc({ id: 'd1', fileName: '新名.pdf' })] },
  })
  after.restore('c1')
  expect(after.itemsOf('c1').map((item) => item.name)).toEqual(['合同.pdf', '旧.txt'])
  await settle()
  expect(after.itemsOf('c1').map((item) => item.name)).toEqual(['新名.pdf'])
  after.restore('c2')
  expect(after.attached('c2').count).toBe(0)
})

it('keeps the files where the server cannot be asked', async () => {
  const before = await fresh()
  await bring(before, doc())
  const after = await fresh()
  server.answers['/api/resource/check/status'] = () => 503
  after.restore('c1')
  await settle()
  expect(after.attached('c1').count).toBe(1)
})

it('survives a damaged memory', async () => {
  for (const bad of ['{', 'null', '[]', '{"c1":5}', '{"c1":[null,{"id":1}]}']) {
    const m = await fresh()
    // Stored only after the module is loaded: until then, the module of the previous test may still write to the storage.
    storage.set('files', bad)
    m.restore('c1')
    expect(m.attached('c1').count).toBe(0)
  }
})

it('remembers fifty drafts and lets the oldest go', async () => {
  const { keep, kept, MAX_DRAFTS } = await import('./kept')
  for (let i = 0; i <= MAX_DRAFTS; i++) keep(`c${i}`, [doc({ id: `d${i}` })])
  expect(kept('c0')).toEqual([])
  expect(kept('c1')).toHaveLength(1)
  expect(kept(`c${MAX_DRAFTS}`)).toHaveLength(1)
})

it('puts a file of the library beside the next question, once', async () => {
  const m = await fresh()
  m.askAbout([doc()])
  m.askAbout([doc()])
  expect(m.itemsOf(NEW_DRAFT)).toHaveLength(1)
  expect(m.take(NEW_DRAFT).files[0]).toMatchObject({ id: 'd1' })
})

it('says of a refused file why', async () => {
  const m = await fresh()
  const { toast } = await import('@/ui/toast')
  await m.attach('c1', [file('a.exe')])
  expect(toast).toHaveBeenCalledWith('暂不支持这种文件，请转成 PDF、Word 或文本后上传', { kind: 'warning' })
  expect(itemsOf('c1')).toEqual([])
})

it('makes a long text a file of the draft, and takes it out of the library when that is undone', async () => {
  const m = await fresh()
  const one = await m.attachText('c1', '第一段')
  const two = await m.attachText('c1', '第二段')
  expect(m.itemsOf('c1').map((item) => item.name)).toEqual(['粘贴的文本 1.txt', '粘贴的文本 2.txt'])
  await settle()
  FakeXhr.last.done(doc({ id: 'd2', type: 'txt', fileName: '粘贴的文本 2.txt' }))
  await settle()
  two!.undo()
  expect([one!.there(), two!.there()]).toEqual([true, false])
  await settle()
  expect(server.asked('/api/user/docs/delete')).toEqual([{ resourceIds: ['d2'] }])
})
