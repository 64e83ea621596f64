import { I18nProvider } from '@lingui/react'
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import { LOOK, useNotes, useSaveNote } from './calls'
import NotesPanel from './parts/notes'
import OverviewPanel from './parts/overview'
import TranslatePanel from './parts/translate'
import { SharedReadingPage } from './share-page'
import { flatten, toDrawn, toMarkdown } from './tree'

const tree = {
  text: '合同',
  unit: 1,
  children: [
    { text: '第一章 <总则>', unit: 1, children: [{ text: '目的', unit: 2 }] },
    { text: `很长${'长'.repeat(80)}`, unit: 3 },
  ],
}

it('writes the tree as Markdown and as a list', () => {
  expect(toMarkdown({ ...tree, children: [tree.children[0]!] })).toBe('# 合同\n\n- 第一章 <总则>\n  - 目的\n')
  expect(flatten(tree.children).map((r) => [r.depth, r.unit])).toEqual([
    [0, 1],
    [1, 2],
    [0, 3],
  ])
})

it('gives the drawing text, never markup', () => {
  const drawn = toDrawn(tree)
  expect(drawn.children[0]!.content).toBe('第一章 &lt;总则&gt;')
  expect([...drawn.children[1]!.content].length).toBe(61)
  expect(drawn.children[0]!.children[0]!.payload).toEqual({ unit: 2 })
})

// By default, TanStack Query reports a failed refetch in a timeout, which may fire after `act` has ended. A
// microtask runs before `act` ends.
beforeAll(() => notifyManager.setScheduler(queueMicrotask))
let answers: Record<string, (body: Record<string, unknown>) => unknown>
let bodies: Record<string, Record<string, unknown>[]>
beforeEach(() => {
  answers = {}
  bodies = {}
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body)) as Record<string, unknown>
    bodies[path] = [...(bodies[path] ?? []), body]
    const a = await answers[path]?.(body)
    return a instanceof Response ? a : new Response(JSON.stringify(a ?? { code: 0 }))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show(part: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>{part}</QueryClientProvider>
    </I18nProvider>,
  )
  return client
}

it('leads from a point to its words, and says how it was made', async () => {
  answers['/api/user/agent/doc/overview'] = () => ({
    code: 0,
    state: 'ready',
    progress: 1,
    engine: 'offline',
    errorCode: '',
    errorMsg: '',
    partial: false,
    summary: [{ text: '本合同自签字之日起生效。', unit: 4, quote: '本合同自签字之日起生效' }],
    keyPoints: [],
    keywords: [{ word: '合同', weight: 1 }],
    outline: [],
    mindMap: tree,
  })
  const go = vi.fn()
  show(<OverviewPanel docId="d1" go={go} />)
  fireEvent.click(await screen.findByRole('button', { name: /本合同自签字之日起生效/ }))
  expect(go).toHaveBeenCalledWith(4, '本合同自签字之日起生效')
  expect(screen.getByText('由内置引擎从原文摘出，不是大模型')).toBeTruthy()
})

it('says what failed when the model wrote no overview, and that the extract is shown', async () => {
  answers['/api/user/agent/doc/overview'] = ({ again }) => ({
    code: 0,
    state: again ? 'queued' : 'failed',
    progress: 0,
    engine: 'offline',
    errorCode: again ? '' : '80020',
    errorMsg: again ? '' : '模型没有按要求写出内容，可以重试或换一个模型。',
    partial: false,
    summary: [{ text: '本合同自签字之日起生效。', unit: 4, quote: '本合同自签字之日起生效' }],
    keyPoints: [],
    keywords: [],
    outline: [],
    mindMap: tree,
  })
  show(<OverviewPanel docId="d2" go={() => {}} />)
  expect(await screen.findByText('模型未能生成总览')).toBeTruthy()
  expect(screen.getByText('模型没有按要求写出内容，可以重试或换一个模型。')).toBeTruthy()
  expect(screen.getByText('下面显示的是直接从原文摘出的内容。')).toBeTruthy()
  expect(screen.getByRole('button', { name: /本合同自签字/ })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await waitFor(() => expect(screen.queryByText('模型未能生成总览')).toBeNull())
})

it('keeps a note that could not be saved in its field', async () => {
  answers['/api/user/agent/doc/notes/list'] = () => ({
    code: 0,
    notes: [],
    pagination: { totalResults: 0, offset: 0 },
  })
  answers['/api/user/agent/doc/notes/save'] = () =>
    new Response('{"error":{"code":"20013","message":"保存失败"}}', { status: 503 })
  show(<NotesPanel docId="d1" go={() => {}} />)
  const box = (await screen.findByRole('textbox', { name: '新笔记' })) as HTMLTextAreaElement
  fireEvent.change(box, { target: { value: '想法' } })
  fireEvent.click(screen.getByRole('button', { name: '记笔记' }))
  await waitFor(() => expect(bodies['/api/user/agent/doc/notes/save']).toHaveLength(1))
  expect(box.value).toBe('想法')
  answers['/api/user/agent/doc/notes/save'] = (b) => ({
    code: 0,
    note: { id: 'n1', prefix: '', suffix: '', createdAt: 1, updatedAt: 1, ...b },
  })
  fireEvent.click(screen.getByRole('button', { name: '记笔记' }))
  expect(await screen.findByText('想法', { selector: 'p' })).toBeTruthy()
  expect(box.value).toBe('')
})

it('keeps a note that is being written when the notes cannot be refreshed', async () => {
  answers['/api/user/agent/doc/notes/list'] = () => ({
    code: 0,
    notes: [],
    pagination: { totalResults: 0, offset: 0 },
  })
  const client = show(<NotesPanel docId="d1" go={() => {}} />)
  const box = (await screen.findByRole('textbox', { name: '新笔记' })) as HTMLTextAreaElement
  fireEvent.change(box, { target: { value: '想法' } })
  answers['/api/user/agent/doc/notes/list'] = () => new Response('', { status: 500 })
  await act(() => client.refetchQueries())
  expect(screen.getByDisplayValue('想法')).toBeTruthy()
})

/** Shows the texts of the notes, and saves a new note at a click. */
function Noting() {
  const save = useSaveNote('d1')
  const texts = useNotes('d1')
    .data?.map((n) => n.text)
    .join()
  return (
    <button type="button" onClick={() => save.mutate({ unit: 1, quote: '', color: 'yellow', text: '新的' })}>
      {texts ?? '加载'}/{save.status}
    </button>
  )
}

it('shows a note that was saved while the notes were being loaded', async () => {
  const old = {
    id: 'n1',
    unit: 1,
    quote: '',
    prefix: '',
    suffix: '',
    color: 'yellow',
    text: '旧的',
    createdAt: 1,
  }
  const added = { ...old, id: 'n2', text: '新的', createdAt: 2 }
  const list = (notes: object[]) => ({
    code: 0,
    notes,
    pagination: { totalResults: notes.length, offset: 0 },
  })
  let arrive: (notes: object) => void = () => {}
  answers['/api/user/agent/doc/notes/list'] = () =>
    new Promise((resolve) => {
      arrive = resolve
    })
  answers['/api/user/agent/doc/notes/save'] = () => ({ code: 0, note: added })
  show(<Noting />)
  await waitFor(() => expect(bodies['/api/user/agent/doc/notes/list']).toHaveLength(1))
  answers['/api/user/agent/doc/notes/list'] = () => list([old, added])
  fireEvent.click(screen.getByRole('button'))
  await screen.findByText(/success/)
  await act(async () => arrive(list([old])))
  expect(await screen.findByText('旧的,新的/success')).toBeTruthy()
})

it('shows more notes than one request gives', async () => {
  const all = Array.from({ length: 5 }, (_, i) => ({
    id: `n${i}`,
    unit: 1,
    quote: '',
    prefix: '',
    suffix: '',
    color: 'yellow',
    text: `第 ${i} 条`,
    createdAt: i,
    updatedAt: i,
  }))
  answers['/api/user/agent/doc/notes/list'] = ({ offset }) => {
    const notes = all.slice(Number(offset), Number(offset) + 2)
    return { code: 0, notes, pagination: { totalResults: all.length, offset: Number(offset) + notes.length } }
  }
  show(<NotesPanel docId="many" go={() => {}} />)
  expect(await screen.findByText('第 0 条')).toBeTruthy()
  expect(screen.getByText('第 4 条')).toBeTruthy()
  expect(bodies['/api/user/agent/doc/notes/list']!.map((b) => b.offset)).toEqual([0, 2, 4])
})

it('says why nothing is translated without a model', async () => {
  answers['/api/user/agent/doc/translate'] = () =>
    new Response('{"error":{"code":"20060","message":"翻译需要先接入模型。"}}', { status: 501 })
  show(<TranslatePanel docId="d1" go={() => {}} unit={2} />)
  expect(await screen.findByText('翻译需要先接入模型。')).toBeTruthy()
  expect(bodies['/api/user/agent/doc/translate']![0]).toMatchObject({ docId: 'd1', from: 2, to: 2 })
})

it('shows what is translated while a model is at work, and tries again after a failure', async () => {
  const part = (block: number, target: string) => ({
    unit: 2,
    block,
    kind: 'paragraph',
    source: `第${block}段`,
    target,
    done: target !== '',
  })
  const answer = (state: string, items: unknown[], more = {}) => ({
    code: 0,
    lang: 'en',
    engine: 'm',
    complete: state === 'ready',
    progress: 0.5,
    errorCode: '',
    errorMsg: '',
    state,
    items,
    ...more,
  })
  const half = [part(0, 'First'), part(1, '')]
  answers['/api/user/agent/doc/translate'] = (b) =>
    b.again
      ? answer('ready', [part(0, 'First'), part(1, 'Second')])
      : bodies['/api/user/agent/doc/translate']!.length === 1
        ? answer('running', half)
        : answer('failed', half, { errorCode: '20030', errorMsg: '密钥不对。' })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  show(<TranslatePanel docId="d1" go={() => {}} unit={2} />)
  expect(await screen.findByText('First')).toBeTruthy()
  expect(screen.getByRole('progressbar')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(LOOK))
  expect(await screen.findByText('密钥不对。')).toBeTruthy()
  expect(screen.queryByRole('progressbar')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '继续翻译' }))
  expect(await screen.findByText('Second')).toBeTruthy()
  expect(screen.queryByText('密钥不对。')).toBeNull()
})

it('leads back from a shared snapshot, whose page has no trigger of the sidebar', async () => {
  history.replaceState(null, '', '/tool/deep-reading/share?token=t')
  show(<SharedReadingPage />)
  fireEvent.click(await screen.findByRole('button', { name: '返回' }))
  expect(location.pathname).toBe('/')
})
