import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { TransferReport } from '@/api'
import { addCatalogue, i18n, t } from '@/i18n'
import { toast } from '@/ui/toast'
import { fits } from './calls'
import { DeleteAll } from './delete-all'
import { Transfer } from './transfer'

vi.mock('@/ui/toast')

const nothing: TransferReport = {
  format: 'wenqu',
  conversations: 0,
  messages: 0,
  already: 0,
  skippedCount: 0,
  skipped: [],
  titles: [],
  files: 0,
  notes: 0,
  filesAlready: 0,
  filesSkippedCount: 0,
}

let asked: [string, unknown][]
let answers: Record<string, () => Response>

beforeAll(() => addCatalogue('transfer'))
beforeEach(() => {
  vi.mocked(toast).mockClear()
  asked = []
  answers = {}
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push([path, init.body])
    return answers[path]!()
  })
})
afterEach(() => vi.unstubAllGlobals())

const says = (report: Partial<TransferReport>) => () =>
  new Response(JSON.stringify({ ...nothing, ...report }), { headers: { 'content-type': 'application/json' } })

const show = (children: React.ReactNode) =>
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
    </I18nProvider>,
  )

const choose = () =>
  fireEvent.change(document.querySelector('input[type=file]')!, {
    target: { files: [new File(['PK'], 'wenqu.zip')] },
  })

it('brings in files without a conversation, and names those that stay outside', async () => {
  answers['/api/data/import/preview'] = says({
    files: 2,
    notes: 3,
    filesAlready: 1,
    filesSkippedCount: 101,
    filesSkipped: [
      { name: '大.pdf', reason: 'tooLarge' },
      { name: '', reason: 'damaged' },
    ],
  })
  answers['/api/data/import'] = says({
    files: 1,
    filesSkippedCount: 2,
    filesSkipped: [{ name: '多.pdf', reason: 'noRoom' }],
  })
  show(<Transfer />)
  choose()
  const dialog = await screen.findByRole('dialog')
  for (const words of [
    '还有 2 个文件、3 条笔记可以导入。',
    '1 个文件已经有了',
    '101 个文件不能导入',
    '大.pdf文件太大',
    '没有标题文件已损坏',
    '还有 99 个',
  ]) {
    expect(dialog.textContent).toContain(words)
  }
  fireEvent.click(screen.getByRole('button', { name: '导入' }))
  await waitFor(() => expect(vi.mocked(toast).mock.calls[0]?.[0]).toBe('已导入 0 个对话、1 个文件'))
  expect(screen.getByText('2 个文件没有导入，例如「多.pdf」：存储空间已满。')).toBeTruthy()
})

it('offers no import of what has nothing to bring in', async () => {
  answers['/api/data/import/preview'] = says({
    filesSkippedCount: 1,
    filesSkipped: [{ name: '一.pdf', reason: 'missing' }],
  })
  show(<Transfer />)
  choose()
  expect((await screen.findByRole('dialog')).textContent).toContain('压缩包里没有这个文件')
  expect(screen.queryByRole('button', { name: '导入' })).toBeNull()
})

it('takes large archives, and no other large file', async () => {
  const of = (head: string, size: number) => {
    const file = new File([head], 'x')
    Object.defineProperty(file, 'size', { value: size })
    return file
  }
  const MB = 1024 * 1024
  expect(await fits(of('{"a', 50 * MB))).toBe(true)
  expect(await fits(of('{"a', 50 * MB + 1))).toBe(false)
  expect(await fits(of('PK\x03\x04', 1024 * MB))).toBe(true)
  expect(await fits(of('PK\x03\x04', 1024 * MB + 1))).toBe(false)
})

it('deletes everything only after a question, and says when that failed', async () => {
  answers['/api/data/delete'] = () =>
    new Response(JSON.stringify({ error: { code: '80008', message: '存储暂时不可用。' } }), { status: 503 })
  show(<DeleteAll />)
  fireEvent.click(screen.getByRole('button', { name: '删除数据' }))
  await screen.findByRole('dialog', { name: '删除所有数据？' })
  expect(asked).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: '删除所有数据' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).not.toContain('账号会保留'))
  expect(toast).not.toHaveBeenCalled()

  localStorage.setItem('wenqu.drafts', '["home"]')
  localStorage.setItem('wenqu.draft.home', '一份草稿')
  answers['/api/data/delete'] = () => new Response('{"code":0}')
  fireEvent.click(screen.getByRole('button', { name: '删除数据' }))
  fireEvent.click(await screen.findByRole('button', { name: '删除所有数据' }))
  await waitFor(() => expect(vi.mocked(toast).mock.calls[0]?.[0]).toBe('已删除所有数据'))
  expect(localStorage.getItem('wenqu.draft.home')).toBeNull()
  expect(asked.map(([path, body]) => [path, body])).toEqual([
    ['/api/data/delete', '{"confirm":true}'],
    ['/api/data/delete', '{"confirm":true}'],
  ])
})

it('says so if a chosen file cannot be read, and keeps the button usable', async () => {
  show(<Transfer />)
  const file = new File([], 'wenqu.json')
  Object.defineProperty(file, 'size', { value: 60 * 1024 * 1024 })
  file.slice = () => {
    throw new DOMException('the file was deleted', 'NotFoundError')
  }
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [file] } })
  await screen.findByText(t('error.service'))
  expect(screen.getByRole('button', { name: '选择文件' }).getAttribute('aria-busy')).toBe('false')
})
