import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import { toast } from '@/ui/toast'
import { findRow, LIST_KEY, upsertRow } from './cache'
import { matchesFilter } from './list'
import { PAGE_SIZE, useClear, useConversations, useDelete, useRename, useTop } from './queries'
import { RenameField } from './rename-field'
import { Row } from './row'

vi.mock('@/ui/toast')
// The toast about shares of deleted conversations is not tested here.
vi.mock('@/features/share', () => ({ loadDeleted: async () => ({ tellOfShares: async () => {} }) }))

const row = (id: string, title = id) => ({ id, title, lastRepliedAt: 1, topAt: 0 })
type Call = [path: string, body: Record<string, unknown>]

let client: QueryClient
let calls: Call[]
/** Responses by path; a number is an error status. */
let answers: Record<string, (body: Record<string, unknown>) => unknown>

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(LIST_KEY, {
    pages: [
      { code: 0, conversations: [row('a'), row('b')], pagination: { totalResults: 3, offset: 2 } },
      { code: 0, conversations: [row('c')], pagination: { totalResults: 3, offset: 3 } },
    ],
    pageParams: [0, 2],
  })
  calls = []
  vi.mocked(toast).mockClear()
  answers = {}
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body ?? '{}')) as Record<string, unknown>
    calls.push([path.replace('/api/user/agent/conversation/', ''), body])
    const answer = answers[path.replace('/api/user/agent/conversation/', '')]?.(body) ?? { code: 0 }
    return typeof answer === 'number'
      ? new Response('{"error":{"code":"20013","message":"保存失败"}}', { status: answer })
      : new Response(JSON.stringify(answer))
  })
})
afterEach(() => vi.unstubAllGlobals())

const wrapper = ({ children }: { children: ReactNode }) => (
  <I18nProvider i18n={i18n}>
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  </I18nProvider>
)
const ids = () =>
  client
    .getQueryData<{ pages: { conversations: { id: string }[] }[] }>(LIST_KEY)
    ?.pages.flatMap((p) => p.conversations.map((c) => c.id))

describe('rename and pin', () => {
  it('show at once', async () => {
    const { result } = renderHook(() => ({ rename: useRename(), top: useTop() }), { wrapper })
    await act(() => result.current.rename.mutateAsync({ id: 'b', title: '新名' }))
    await act(() => result.current.top.mutateAsync({ id: 'b', top: true }))
    expect(findRow(client, 'b')).toMatchObject({ title: '新名', topAt: expect.any(Number) })
    expect(findRow(client, 'b')!.topAt).toBeGreaterThan(0)
    expect(calls).toEqual([
      ['update', { conversationId: 'b', title: '新名' }],
      ['top', { conversationId: 'b', top: true }],
    ])
  })

  it('go back when the server refuses, and say why', async () => {
    answers.update = () => 503
    const { result } = renderHook(() => useRename(), { wrapper })
    const saving = act(() => result.current.mutateAsync({ id: 'a', title: 'x' }).catch(() => {}))
    await saving
    expect(findRow(client, 'a')!.title).toBe('a')
    expect(toast).toHaveBeenCalledWith('保存失败', expect.objectContaining({ kind: 'error' }))
  })
})

describe('deletion', () => {
  it('takes the row out at once and brings it back by 撤销', async () => {
    answers['v1/clear'] = () => ({ code: 0, conversationIds: ['b'] })
    const { result } = renderHook(() => useDelete(), { wrapper })
    await act(() => result.current(['b']))
    expect(ids()).toEqual(['a', 'c'])
    const undo = vi.mocked(toast).mock.lastCall?.[1]?.action
    expect(undo?.label).toBe('撤销')
    act(() => undo?.onClick())
    await waitFor(() => expect(calls).toContainEqual(['v1/restore', { conversationIds: ['b'] }]))
  })

  it('puts the rows back when the server refuses', async () => {
    answers['v1/clear'] = () => 503
    const { result } = renderHook(() => useDelete(), { wrapper })
    await act(() => result.current(['a', 'c']).catch(() => {}))
    expect(ids()).toEqual(['a', 'b', 'c'])
  })

  it('of everything asks for all, not for the loaded ones', async () => {
    answers['v1/clear'] = () => ({ code: 0, conversationIds: ['a', 'b', 'c', 'd'] })
    const { result } = renderHook(() => useClear(), { wrapper })
    expect(await act(() => result.current.mutateAsync('all'))).toEqual(['a', 'b', 'c', 'd'])
    expect(calls[0]).toEqual(['v1/clear', { clearAll: true }])
  })
})

describe('list', () => {
  it('pages by what is loaded and drops a row that came twice', async () => {
    client.clear()
    answers.list = ({ offset }) => ({
      code: 0,
      conversations: offset === 0 ? [row('a'), row('b')] : [row('b'), row('c')],
      pagination: { totalResults: 4, offset: 0 },
    })
    const { result } = renderHook(() => useConversations(), { wrapper })
    await waitFor(() => expect(result.current.rows).toHaveLength(2))
    expect(result.current.hasNextPage).toBe(true)
    await act(() => result.current.fetchNextPage())
    await waitFor(() => expect(result.current.rows.map((r) => r.id)).toEqual(['a', 'b', 'c']))
    expect(result.current.hasNextPage).toBe(false)
    expect(calls.map(([, body]) => [body.offset, body.limit])).toEqual([
      [0, PAGE_SIZE],
      [2, PAGE_SIZE],
    ])
  })

  it('gets a new conversation first, and news of a known one in its place', () => {
    upsertRow(client, { id: 'n', title: '新' })
    upsertRow(client, { id: 'c', lastRepliedAt: 7 })
    expect(ids()).toEqual(['n', 'a', 'b', 'c'])
    expect(findRow(client, 'c')!.lastRepliedAt).toBe(7)
  })

  it('keeps the title of a known conversation', () => {
    const title = findRow(client, 'c')!.title
    upsertRow(client, { id: 'c', title: '第一个问题' })
    expect(findRow(client, 'c')!.title).toBe(title)
  })

  it('names a conversation that has no title', () => {
    upsertRow(client, { id: 'n' })
    upsertRow(client, { id: 'n', title: '第一个问题' })
    expect(findRow(client, 'n')!.title).toBe('第一个问题')
  })
})

it.each([
  ['Write a polite e-mail', 'POLITE mail', true],
  ['中秋假期与调休安排', '调休', true],
  ['中秋假期与调休安排', '中秋 放假', false],
])('%s has %s: %s', (title, filter, want) => expect(matchesFilter(title, filter)).toBe(want))

it.each([undefined, false])('shows a title in the direction of its script (chosen: %s)', (chosen) => {
  render(<Row row={row('a', 'مرحبا')} current={false} filter="" chosen={chosen} onChoose={vi.fn()} />, {
    wrapper,
  })
  expect(screen.getByText('مرحبا').dir).toBe('auto')
})

describe('rename field', () => {
  const open = () => {
    const done = vi.fn()
    render(<RenameField id="a" title="旧名" onDone={done} />, { wrapper })
    return { done, field: screen.getByRole<HTMLInputElement>('textbox') }
  }
  const saved = () => calls.filter(([path]) => path === 'update')

  it('saves at Enter, once, without the spaces around', async () => {
    const { done, field } = open()
    fireEvent.change(field, { target: { value: ' 新名 ' } })
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
    fireEvent.blur(field)
    await waitFor(() => expect(saved()).toEqual([['update', { conversationId: 'a', title: '新名' }]]))
    expect(done).toHaveBeenCalledOnce()
  })

  it.each([
    ['the Enter of an input method', { key: 'Process', keyCode: 229 }],
    ['an Enter that is composing', { key: 'Enter', keyCode: 13, isComposing: true }],
  ])('does not save at %s', (_, key) => {
    const { done, field } = open()
    fireEvent.change(field, { target: { value: 'xin' } })
    fireEvent.keyDown(field, key)
    expect(done).not.toHaveBeenCalled()
  })

  it('does not save at the Enter right after compositionend', () => {
    const { done, field } = open()
    fireEvent.compositionStart(field)
    fireEvent.compositionEnd(field)
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
    expect(done).not.toHaveBeenCalled()
  })

  it.each([
    ['Esc', 'x', 'Escape'],
    ['an empty title', '  ', 'Enter'],
    ['an unchanged title', '旧名', 'Enter'],
  ])('changes nothing at %s', async (_, value, key) => {
    const { done, field } = open()
    fireEvent.change(field, { target: { value } })
    fireEvent.keyDown(field, { key, keyCode: key === 'Enter' ? 13 : 27 })
    expect(done).toHaveBeenCalledOnce()
    expect(saved()).toEqual([])
  })

  it('takes at most 64 characters', () => expect(open().field.maxLength).toBe(64))
})
