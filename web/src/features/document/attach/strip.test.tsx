import { I18nProvider } from '@lingui/react'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import { doc, FakeServer } from '../testing/server'
import { type Item, itemOf } from '../upload/engine'
import { useUploads } from '../upload/store'
import { Strip, type StripProps } from './strip'

let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
  URL.revokeObjectURL = () => {}
})
afterEach(() => {
  useUploads.setState({ places: {} })
  vi.unstubAllGlobals()
})

const put = (...items: Item[]) => act(() => useUploads.setState({ places: { d: items } }))
const going = (part: Partial<Item>): Item => ({
  ...itemOf(doc()),
  doc: undefined,
  phase: 'uploading',
  progress: 0.42,
  ...part,
})

function mount(part: Partial<StripProps> = {}) {
  const onAsk = vi.fn()
  const onType = vi.fn()
  render(
    <I18nProvider i18n={i18n}>
      <Strip draft="d" empty offline={false} onAsk={onAsk} onType={onType} {...part} />
    </I18nProvider>,
  )
  return { onAsk, onType }
}
const list = () => screen.queryByRole('list', { name: /个附件/ })

it('is not there without files', () => {
  mount()
  expect(list()).toBeNull()
})

it.each([
  [going({ phase: 'waiting' }), '等待上传'],
  [going({}), '正在上传 42%'],
  [going({ lost: true }), '网络中断，恢复后继续上传'],
  [itemOf(doc({ status: 'queued', progress: 0 })), '正在解析'],
  [itemOf(doc({ status: 'parsing', progress: 0.5 })), '正在解析 50%'],
  [itemOf(doc()), '2\u00a0KB · 3 页'],
  [itemOf(doc({ type: 'audio', status: 'stored', units: 0 })), '2\u00a0KB · 已保存，不解析内容'],
  [itemOf(doc({ status: 'failed', errorMsg: '「合同.pdf」打不开' })), '「合同.pdf」打不开'],
])('says what is happening to a file: $1', (item, words) => {
  mount()
  put(item)
  expect(list()!.textContent).toContain(words)
})

it('shows how far an upload is to those who do not see the ring', () => {
  mount()
  put(going({}))
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('42')
})

it('tells what happened to a file, once', () => {
  mount()
  put(going({ key: 'k', name: 'a.pdf' }))
  expect(screen.getByRole('status').textContent).toBe('正在上传 a.pdf')
  put({ ...itemOf(doc()), key: 'k', name: 'a.pdf' })
  expect(screen.getByRole('status').textContent).toBe('a.pdf 已读完，可以提问')
})

it('offers questions of a document, translation only with a model, and none beside typed words', () => {
  const { onAsk } = mount()
  put(itemOf(doc()))
  expect(screen.getByRole('button', { name: '翻译' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '总结要点' }))
  expect(onAsk).toHaveBeenCalledExactlyOnceWith('总结这份文件的要点')
})
it.each([
  ['no model answers', { offline: true }, [itemOf(doc())], '翻译'],
  ['something is typed', { empty: false }, [itemOf(doc())], '总结要点'],
  ['there are only pictures', {}, [itemOf(doc({ type: 'image', status: 'stored' }))], '总结要点'],
])('does not offer it when %s', (_, part, items, name) => {
  mount(part)
  put(...items)
  expect(screen.queryByRole('button', { name })).toBeNull()
})

it('removes a file by keyboard and leaves the focus on the next one, at last on the text', async () => {
  const { onType } = mount()
  put(itemOf(doc({ id: 'a', fileName: 'a.pdf' })), itemOf(doc({ id: 'b', fileName: 'b.pdf' })))
  fireEvent.click(screen.getByRole('button', { name: '移除 a.pdf' }))
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('移除 b.pdf'))
  fireEvent.click(screen.getByRole('button', { name: '移除 b.pdf' }))
  expect(onType).toHaveBeenCalled()
  expect(list()).toBeNull()
})

it('asks for the password of a locked file', async () => {
  mount()
  put(itemOf(doc({ status: 'failed', errorCode: '20050', errorMsg: '有密码' })))
  server.answers['/api/resource/asyncFileParse'] = () => ({ data: doc() })
  fireEvent.click(screen.getByRole('button', { name: '输入 合同.pdf 的密码' }))
  const field = await screen.findByLabelText('密码')
  fireEvent.change(field, { target: { value: '秘密' } })
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
  await waitFor(() =>
    expect(server.asked('/api/resource/asyncFileParse')).toEqual([{ resourceId: 'd1', password: '秘密' }]),
  )
  await waitFor(() => expect(list()!.textContent).toContain('3 页'))
})

it('shows a picture large, and turns to the others by the arrow keys', async () => {
  mount()
  const picture = (id: string) =>
    itemOf(doc({ id, fileName: `${id}.png`, type: 'image', status: 'stored', thumbUrl: '/t' }))
  put(picture('a'), picture('b'))
  fireEvent.click(screen.getByRole('button', { name: '查看 a.png' }))
  const dialog = await screen.findByRole('dialog', { name: 'a.png' })
  fireEvent.keyDown(dialog, { key: 'ArrowRight' })
  expect(screen.getByRole('dialog', { name: 'b.png' })).toBeTruthy()
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowRight' })
  expect(screen.getByRole('dialog', { name: 'a.png' })).toBeTruthy()
})

it('offers questions from the headings of the one document', () => {
  const { onAsk } = mount()
  put(itemOf(doc({ topics: ['租金', '押金', '违约责任'] })))
  fireEvent.click(screen.getByRole('button', { name: '「押金」讲了什么？' }))
  expect(onAsk).toHaveBeenCalledExactlyOnceWith('「押金」讲了什么？')
  put(itemOf(doc({ topics: ['租金'] })), itemOf(doc({ id: 'd2' })))
  expect(screen.queryByRole('button', { name: /讲了什么/ })).toBeNull()
})
